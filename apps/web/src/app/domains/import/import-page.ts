import { Component, computed, DestroyRef, inject, signal } from '@angular/core';
import { RouterLink } from '@angular/router';
import { CSV_COLUMNS, ImportColumn, ImportPreview, ImportResult, LIMITS } from '@signpost/contracts';
import { Badge, Button, Checkbox, Forbidden, Icon, keepFocus, Progress, Toasts, Tone } from '@signpost/ui';
import { FileDrop } from '@signpost/ui/forms';
import { Confirm } from '@signpost/ui/overlay';
import { firstValueFrom } from 'rxjs';
import { FormFailure } from '../../platform/form-failure';
import { I18n } from '../../platform/i18n';
import type { GuardsLeaving } from '../../platform/leaving';
import { Problems, toProblem } from '../../platform/problem';
import { SessionStore } from '../../platform/session';
import { writeSetting } from '../../platform/settings';
import { LinkActions } from '../links/page/link-actions';
import { Lookups } from '../links/editor/lookups';
import { ColumnMatch } from './column-match';
import { ForeignFile, isInFormat, readForeignFile } from './foreign-file';
import { ImportApi } from './import-api';
import { errorId, ImportCell } from './import-cell';
import { edit, errorFile, ImportRow, isDone, isReady, rowsOf, usedColumns } from './import-state';

/** Rows per request: small enough that the bar moves, large enough to be quick. */
const CHUNK = 100;
/** Rows on screen: more of them with a field per cell would make typing slow. */
const MOST_SHOWN = 200;

/** Import from CSV: choose, look, fix in place, run, and take the rest away as a file. */
@Component({
  selector: 'app-import-page',
  imports: [
    Badge,
    Button,
    Checkbox,
    ColumnMatch,
    FileDrop,
    Forbidden,
    FormFailure,
    Icon,
    ImportCell,
    Progress,
    RouterLink,
  ],
  templateUrl: './import-page.html',
  styleUrl: './import-page.css',
  host: { '(window:beforeunload)': 'warn($event)' },
})
export class ImportPage implements GuardsLeaving {
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  private readonly api = inject(ImportApi);
  protected readonly problems = inject(Problems);
  private readonly actions = inject(LinkActions);
  private readonly lookups = inject(Lookups);
  private readonly toasts = inject(Toasts);
  private readonly confirm = inject(Confirm);
  protected readonly limits = LIMITS;
  protected readonly errorId = errorId;
  protected readonly allColumns = CSV_COLUMNS;
  protected readonly preview = signal<ImportPreview | null>(null);
  protected readonly fileName = signal('');
  protected readonly rows = signal<readonly ImportRow[]>([]);
  protected readonly failure = signal<string | null>(null);
  protected readonly busy = signal(false);
  protected readonly progress = signal<{ value: number; max: number } | null>(null);
  protected readonly onlyBad = signal(false);
  /** The file that has to be asked about before it can be read. */
  protected readonly foreign = signal<ForeignFile | null>(null);
  /** The rows that are under way are the last. */
  protected readonly stopping = signal(false);
  private hasLeft = false;
  /** The file that was chosen last. */
  private file: File | null = null;
  /** Numbers of the rows that this run has not been told of yet, in order. */
  private readonly due = signal<readonly number[]>([]);
  /** Those of them that are on their way: what is typed there now would not be sent. */
  private readonly underWay = computed(() => new Set(this.due().slice(0, CHUNK)));

  protected readonly columns = computed(() => usedColumns(this.rows()));
  protected readonly ready = computed(() => this.rows().filter(isReady));
  protected readonly done = computed(() => this.rows().filter(isDone));
  protected readonly created = computed(() => this.rows().filter(({ status }) => status === 'created'));
  protected readonly open = computed(() => this.rows().filter((row) => !isDone(row)));
  /** Rows that were refused may be sent again as they are; those that were not sent or were mended are new. */
  protected readonly isRetry = computed(() => this.ready().some(({ status }) => status !== null));
  protected readonly ran = computed(() => this.rows().some(({ status }) => status !== null));
  protected readonly bad = computed(() =>
    this.rows().filter((row) => !isDone(row) && (!isReady(row) || row.error !== null)),
  );
  /** What somebody has typed here and the server has not got. A run goes on without the page. */
  private readonly unsent = computed(() => {
    const due = new Set(this.due());
    return this.rows().some((row) => row.edited && !isDone(row) && !due.has(row.row));
  });
  /** A row that is being mended stays in view until it is sent: it may have more than one error. */
  protected readonly wanted = computed(() => {
    if (!this.onlyBad()) return this.rows();
    const bad = new Set(this.bad());
    return this.rows().filter((row) => row.edited || bad.has(row));
  });
  protected readonly shown = computed(() => this.wanted().slice(0, MOST_SHOWN));

  constructor() {
    inject(DestroyRef).onDestroy(() => (this.hasLeft = true));
  }

  /** Of files that are chosen one upon the other, the last counts, whichever is read first. */
  protected async choose(file: File): Promise<void> {
    this.file = file;
    const isTooLarge = file.size > LIMITS.importFileBytes;
    this.failure.set(isTooLarge ? this.i18n.t('import.tooLarge') : null);
    this.busy.set(!isTooLarge);
    if (isTooLarge) return;
    try {
      const preview = await firstValueFrom(this.api.preview(file));
      if (file !== this.file) return;
      this.preview.set(preview);
      this.foreign.set(null);
      this.fileName.set(file.name);
      this.rows.set(rowsOf(preview));
      this.onlyBad.set(false);
      keepFocus('app-import-page .summary');
    } catch (error) {
      const foreign = toProblem(error).code === 'file_invalid' ? await readForeignFile(file) : null;
      if (file !== this.file) return;
      if (foreign === null || isInFormat(foreign)) this.failure.set(this.problems.messageInForm(error));
      else this.ask(foreign);
    } finally {
      if (file === this.file) this.busy.set(false);
    }
  }

  /** Another program's file: what its columns hold is for a person to say. */
  private ask(file: ForeignFile): void {
    this.foreign.set(file);
    keepFocus('app-column-match h2');
  }

  protected edit(row: ImportRow, column: ImportColumn, text: string): void {
    const edited = edit(row, column, text);
    this.rows.update((rows) => rows.map((other) => (other.row === row.row ? edited : other)));
  }

  /** Sends what is ready; again after a failure: rows that were created are not created twice. */
  protected async run(): Promise<void> {
    const preview = this.preview();
    const ready = this.ready().map(({ row }) => row);
    if (!preview || ready.length === 0 || this.busy()) return;
    this.failure.set(null);
    this.busy.set(true);
    this.stopping.set(false);
    try {
      for (let sent = 0; sent < ready.length && !this.stopping(); sent += CHUNK) {
        this.progress.set({ value: sent, max: ready.length });
        leaveCellOf(ready.slice(sent, sent + CHUNK));
        this.due.set(ready.slice(sent));
        // As they stand now: those of later requests could be edited until here.
        const rows = this.rows()
          .filter(({ row }) => this.underWay().has(row))
          .map(({ row, values }) => ({ row, values }));
        const { importId, fileHash } = preview;
        this.settle((await firstValueFrom(this.api.run({ importId, fileHash, rows }))).results);
      }
    } catch (error) {
      // Without an answer nobody knows whether the rows under way were created; asking again is safe.
      const isLost = toProblem(error).status === 0;
      this.failure.set(isLost ? this.i18n.t('import.lost') : this.problems.messageInForm(error));
    } finally {
      this.progress.set(null);
      this.due.set([]);
      this.busy.set(false);
      if (this.bad().length === 0) this.onlyBad.set(false);
      if (this.hasLeft) this.sayEnd();
      else keepFocus('app-import-page .summary');
      this.actions.touched();
      this.lookups.refresh();
    }
  }

  /** Asked before another page comes, or a sign-out. */
  mayLeave(): boolean | Promise<boolean> {
    return !this.unsent() || !this.session.can('links.manage') || this.askToDiscard();
  }

  protected async startOver(): Promise<void> {
    if (this.unsent() && !(await this.askToDiscard())) return;
    // What is still being read is not the file any more.
    this.file = null;
    this.busy.set(false);
    this.preview.set(null);
    this.foreign.set(null);
    this.rows.set([]);
    this.failure.set(null);
    keepFocus('app-import-page input[type=file]');
  }

  protected warn(event: BeforeUnloadEvent): void {
    if (this.progress() || this.unsent()) event.preventDefault();
  }

  private askToDiscard(): Promise<boolean> {
    return this.confirm.ask({
      heading: this.i18n.t('import.discard.heading'),
      text: this.i18n.t('import.discard.text'),
      action: this.i18n.t('import.discard.action'),
      cancel: this.i18n.t('import.discard.stay'),
      danger: true,
    });
  }

  /** Who has gone on to another page hears how it ended. */
  private sayEnd(): void {
    const failure = this.failure();
    if (this.created().length) this.toasts.done(this.i18n.tn('import.created', this.created().length));
    if (failure !== null) this.toasts.error(failure);
  }

  protected saveErrors(): void {
    save('signpost-import-errors.csv', errorFile(this.rows()));
  }

  protected saveTemplate(): void {
    save('signpost-import.csv', `${CSV_COLUMNS.join(',')}\n,https://example.com/,Example,one|two${','.repeat(13)}\n`);
  }

  /** Whether the server has got the row, or is about to. */
  protected isSent(row: ImportRow): boolean {
    return isDone(row) || this.underWay().has(row.row);
  }

  protected tone(row: ImportRow): Tone {
    if (isDone(row)) return 'go';
    return row.error !== null || !isReady(row) ? 'stop' : 'plain';
  }

  protected state(row: ImportRow): string {
    if (row.status) return this.i18n.t(`import.status.${row.status}`);
    return this.i18n.t(isReady(row) ? 'import.status.ready' : 'import.status.bad');
  }

  /** Why a row was not imported, in the language on screen; null for one that was. */
  private reasonOf({ error, errors = [] }: Pick<ImportResult['results'][number], 'error' | 'errors'>): string | null {
    if (errors.length === 0) return error ?? null;
    return errors.map((one) => `${one.field}: ${this.problems.say(one)}`).join(' ');
  }

  private settle(results: ImportResult['results']): void {
    if (results.some(({ status }) => status === 'created')) writeSetting('imported', 'yes');
    const byRow = new Map(results.map((result) => [result.row, result]));
    this.rows.update((rows) =>
      rows.map((row) => {
        const result = byRow.get(row.row);
        return result ? { ...row, status: result.status, error: this.reasonOf(result), edited: false } : row;
      }),
    );
  }
}

/** A cell says what it holds when it is left, and those of rows that are sent go from the page. */
function leaveCellOf(rows: readonly number[]): void {
  const at = document.activeElement;
  const row = at?.closest<HTMLElement>('app-import-page [data-row]')?.dataset['row'];
  if (!(at instanceof HTMLElement) || !rows.includes(Number(row))) return;
  at.blur();
  keepFocus('app-import-page .summary');
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
