import { computed, inject, Injectable, signal } from '@angular/core';
import {
  errorText,
  type ImportColumn,
  type ImportPreview,
  type ImportResult,
  type ImportUndone,
} from '@signpost/contracts';
import { I18n } from '../../platform/words/i18n';
import { Problems, toProblem } from '../../platform/requests/problem';
import { SessionStore } from '../../platform/session';
import { ImportApi } from './import-api';
import type { FilePart } from './import-source';
import { edit, entrustedTo, ImportRow, isDone, isReady, problemsFirst, rowsOf, usedColumns } from './import-state';

/** Rows per request: few enough that the progress bar moves, many enough to be quick. */
const CHUNK = 100;

/** Kind and amount of work in progress. */
export interface ImportProgress {
  readonly kind: 'checking' | 'importing';
  readonly value: number;
  readonly max: number;
}

/**
 * The import of one file, split into as many API imports as it needs: checked, corrected, sent, stopped, resumed,
 * undone.
 */
@Injectable()
export class ImportRun {
  private readonly api = inject(ImportApi);
  private readonly i18n = inject(I18n);
  private readonly problems = inject(Problems);
  private readonly session = inject(SessionStore);

  readonly rows = signal<readonly ImportRow[]>([]);
  readonly unknownColumns = signal<readonly string[]>([]);
  /** Campaigns that the import would create. */
  readonly newCampaigns = signal<readonly string[]>([]);
  readonly progress = signal<ImportProgress | null>(null);
  readonly failure = signal<string | null>(null);
  /** Stops after the rows that are being sent. */
  readonly stopping = signal(false);
  /** Whether the run waits for a rate limit of the server. */
  readonly waiting = signal(false);
  private readonly parts = signal<readonly (Pick<ImportPreview, 'importId' | 'fileHash'> & { offset: number })[]>([]);
  /** Numbers of the rows of this run without a result yet, in order. */
  private readonly due = signal<readonly number[]>([]);
  /** Those that are being sent: input typed there now would not be sent. */
  private readonly underWay = signal<ReadonlySet<number>>(new Set());
  /** Number of the current file: results of an earlier file are ignored. */
  private generation = 0;

  readonly columns = computed(() => usedColumns(this.rows()));
  readonly ready = computed(() => this.rows().filter(isReady));
  readonly done = computed(() => this.rows().filter(isDone));
  readonly created = computed(() => this.rows().filter(({ status }) => status === 'created'));
  readonly open = computed(() => this.rows().filter((row) => !isDone(row)));
  readonly bad = computed(() => this.rows().filter((row) => !isDone(row) && (!isReady(row) || row.error !== null)));
  readonly ran = computed(() => this.rows().some(({ status }) => status !== null));
  /** Whether sending includes refused rows, which may be retried unchanged; unsent and corrected rows count as new. */
  readonly isRetry = computed(() => this.ready().some(({ status }) => status !== null));
  /** Whether there is input that was not sent to the server. A started run continues without the page. */
  readonly unsent = computed(() => {
    const due = new Set(this.due());
    return this.rows().some((row) => row.edited && !isDone(row) && !due.has(row.row));
  });

  /**
   * Validates the parts of a file, one after another.
   * @returns whether all were checked, and no other file was chosen meanwhile. @throws the server's error.
   */
  async check(files: readonly FilePart[], rowCount: number): Promise<boolean> {
    const generation = this.forget();
    const parts: ImportPreview[] = [];
    try {
      for (const { file } of files) {
        // A single part is quick: a progress bar would only flash.
        if (files.length > 1)
          this.progress.set({ kind: 'checking', value: files[parts.length]?.offset ?? 0, max: rowCount });
        parts.push(await this.patiently(() => this.api.preview(file)));
        if (generation !== this.generation) return false;
      }
    } finally {
      if (generation === this.generation) this.progress.set(null);
    }
    const offsetOf = (part: number): number => files[part]?.offset ?? 0;
    this.parts.set(parts.map(({ importId, fileHash }, at) => ({ importId, fileHash, offset: offsetOf(at) })));
    this.unknownColumns.set(parts[0]?.unknownColumns ?? []);
    this.newCampaigns.set([...new Set(parts.flatMap((part) => part.newCampaigns ?? []))]);
    const rows = parts.flatMap((part, at) => rowsOf(part.rows, at, offsetOf(at)));
    const me = this.session.user()?.email;
    this.rows.set(problemsFirst(me === undefined ? rows : entrustedTo(me, rows)));
    return true;
  }

  /** Discards the file. */
  forget(): number {
    this.generation += 1;
    this.parts.set([]);
    this.rows.set([]);
    this.progress.set(null);
    this.failure.set(null);
    return this.generation;
  }

  edit(row: ImportRow, column: ImportColumn, text: string): void {
    const edited = edit(row, column, text);
    this.rows.update((rows) => rows.map((other) => (other.row === row.row ? edited : other)));
  }

  /** Whether the row was sent, or is being sent. */
  isSent(row: ImportRow): boolean {
    return isDone(row) || this.underWay().has(row.row);
  }

  /**
   * Sends the valid rows; may be called again after a failure: created rows are not created twice.
   * @param before called with the numbers of the rows that are about to be sent.
   */
  async send(before: (rows: readonly number[]) => void): Promise<void> {
    const queue = this.ready()
      .toSorted((a, b) => a.row - b.row)
      .map(({ row, part }) => ({ row, part }));
    const total = queue.length;
    this.failure.set(null);
    this.stopping.set(false);
    try {
      while (queue.length > 0 && !this.stopping()) {
        this.progress.set({ kind: 'importing', value: total - queue.length, max: total });
        // One request belongs to one API import.
        const end = queue.findIndex(({ part }, at) => at === CHUNK || part !== queue[0]?.part);
        this.due.set(queue.map(({ row }) => row));
        const chunk = queue.splice(0, end < 0 ? queue.length : end);
        await this.sendChunk(
          chunk[0]?.part ?? 0,
          chunk.map(({ row }) => row),
          before,
        );
      }
    } catch (error) {
      // Without a response it is unknown whether the rows were created; sending them again is safe.
      const isLost = toProblem(error).status === 0;
      this.failure.set(isLost ? this.i18n.t('import.lost') : this.problems.messageInForm(error));
    } finally {
      this.progress.set(null);
      this.due.set([]);
      this.underWay.set(new Set());
    }
  }

  /**
   * Moves the links of this file that have not been changed or visited since to the trash. @throws the server's error.
   */
  async undo(): Promise<ImportUndone> {
    const sum: ImportUndone = { undone: 0, kept: [] };
    for (const { importId } of this.parts()) {
      const answer = await this.patiently(() => this.api.undo(importId));
      sum.undone += answer.undone;
      sum.kept.push(...answer.kept);
    }
    return sum;
  }

  private async sendChunk(
    part: number,
    numbers: readonly number[],
    before: (rows: readonly number[]) => void,
  ): Promise<void> {
    before(numbers);
    const wanted = new Set(numbers);
    this.underWay.set(wanted);
    const { importId = '', fileHash = '', offset = 0 } = this.parts()[part] ?? {};
    // Current values: rows of later requests could be edited until now.
    const rows = this.rows()
      .filter(({ row }) => wanted.has(row))
      .map(({ row, values }) => ({ row: row - offset, values }));
    const { results } = await this.patiently(() => this.api.run({ importId, fileHash, rows }));
    const byRow = new Map(results.map((result) => [result.row + offset, result]));
    this.rows.update((all) =>
      all.map((row) => {
        const result: ImportResult['results'][number] | undefined = byRow.get(row.row);
        if (result === undefined) return row;
        return {
          ...row,
          status: result.status,
          error: this.reasonOf(result),
          linkId: result.linkId ?? null,
          edited: false,
        };
      }),
    );
  }

  /** Why a row was not imported, in the displayed language; null for an imported one. */
  private reasonOf({ error, errors = [] }: ImportResult['results'][number]): string | null {
    if (errors.length === 0) return error ?? null;
    return errors.map((one) => errorText({ field: one.field, message: this.problems.fieldText(one) })).join(' ');
  }

  /** Retries after the time that a rate-limited response names: long files reach the limit. */
  private async patiently<Answer>(request: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        return await request();
      } catch (error) {
        const { status, retryAfter } = toProblem(error);
        if ((status !== 429 && status !== 503) || retryAfter === null || this.stopping()) throw error;
        this.waiting.set(true);
        await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000));
        this.waiting.set(false);
      }
    }
  }
}
