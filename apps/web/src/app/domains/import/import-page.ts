import { Component, computed, DestroyRef, inject, signal } from '@angular/core';
import { Router, RouterLink } from '@angular/router';
import { CSV_COLUMNS, ImportColumn, LIMITS } from '@signpost/contracts';
import { csvLine } from '@signpost/domain';
import {
  foreignDatesOf,
  ForeignTable,
  isInFormat,
  isShortenedNumber,
  proposeMapping,
  Proposal,
  readTable,
  unknownColumnsOf,
} from '@signpost/domain/import-mapping';
import { Badge, Button, Checkbox, Forbidden, Icon, keepFocus, Progress, Toasts, Tone } from '@signpost/ui';
import { FileDrop } from '@signpost/ui/forms';
import { Confirm } from '@signpost/ui/overlay';
import { FormFailure } from '../../platform/requests/form-failure';
import { I18n } from '../../platform/words/i18n';
import type { GuardsLeaving } from '../../platform/navigation/leaving';
import { Problems } from '../../platform/requests/problem';
import { saveFile } from '../../platform/save-file';
import { SessionStore } from '../../platform/session';
import { writeSetting } from '../../platform/settings';
import { LinkActions } from '../links/page/link-actions';
import { Lookups } from '../links/editor/lookups';
import { AddressPaste } from './address-paste';
import { ColumnMatch } from './column-match';
import { EncodingQuestion } from './encoding-question';
import { errorId, ImportCell } from './import-cell';
import { ImportOutcome } from './import-outcome';
import { ImportRun } from './import-run';
import { FilePart, ImportSource, isTakenAsIs, partsOf, translateAll } from './import-source';
import { errorFile, ImportRow, isDone, isReady } from './import-state';

/** Maximum rows rendered: more rows with an input per cell would make typing slow. */
const MOST_SHOWN = 200;
/** Length of the sample that the user judges the encoding by, in characters. */
const SAMPLE_LETTERS = 600;

const UTM_COLUMNS = CSV_COLUMNS.filter((column) => column.startsWith('utm_'));

/** Current step of the import. */
type Step =
  | { readonly kind: 'choose' }
  | { readonly kind: 'encoding'; readonly bytes: Uint8Array<ArrayBuffer>; readonly sample: string }
  | { readonly kind: 'match'; readonly proposal: Proposal | null; readonly table: ForeignTable }
  | { readonly kind: 'rows' };

/** Imports a file of links: choose, map columns, preview, fix in place, run, try, and undo. */
@Component({
  selector: 'app-import-page',
  imports: [
    AddressPaste,
    Badge,
    Button,
    Checkbox,
    ColumnMatch,
    EncodingQuestion,
    FileDrop,
    Forbidden,
    FormFailure,
    Icon,
    ImportCell,
    ImportOutcome,
    Progress,
    RouterLink,
  ],
  templateUrl: './import-page.html',
  styleUrl: './import-page.css',
  providers: [ImportRun],
  host: { '(window:beforeunload)': 'warn($event)' },
})
export class ImportPage implements GuardsLeaving {
  protected readonly i18n = inject(I18n);
  protected readonly session = inject(SessionStore);
  protected readonly run = inject(ImportRun);
  protected readonly problems = inject(Problems);
  private readonly actions = inject(LinkActions);
  private readonly lookups = inject(Lookups);
  private readonly toasts = inject(Toasts);
  private readonly confirm = inject(Confirm);
  protected readonly limits = LIMITS;
  protected readonly errorId = errorId;
  protected readonly allColumns = CSV_COLUMNS;
  protected readonly step = signal<Step>({ kind: 'choose' });
  /** A list of URLs to import, pasted here or on another page. */
  protected readonly addresses = signal((pastedElsewhere().addresses ?? []).join('\n'));
  /** The campaign that it was pasted for; empty for none. */
  protected readonly campaignId = signal(pastedElsewhere().campaignId ?? '');
  protected readonly fileName = signal('');
  protected readonly failure = signal<string | null>(null);
  protected readonly busy = signal(false);
  protected readonly onlyBad = signal(false);
  private hasLeft = false;
  /** The file chosen last. */
  private file: File | null = null;

  /** A row being corrected stays visible until it is sent: it may have more than one error. */
  protected readonly wanted = computed(() => {
    if (!this.onlyBad()) return this.run.rows();
    const bad = new Set(this.run.bad());
    return this.run.rows().filter((row) => row.edited || bad.has(row));
  });
  protected readonly shown = computed(() => this.wanted().slice(0, MOST_SHOWN));

  /** UTM values of rows to be sent that a spreadsheet has shortened, which the server takes as they are. */
  protected readonly shortened = computed(() =>
    this.run
      .open()
      .flatMap(({ values }) => UTM_COLUMNS.flatMap((column) => values[column] ?? []).filter(isShortenedNumber)),
  );

  constructor() {
    inject(DestroyRef).onDestroy(() => (this.hasLeft = true));
  }

  /** When several files are chosen in quick succession, the last one counts, whichever is read first. */
  protected async choose(file: File): Promise<void> {
    this.file = file;
    this.failure.set(null);
    this.busy.set(true);
    const bytes = await bytesOf(file);
    if (file !== this.file) return;
    if (bytes !== null) await this.read(file, bytes);
    else {
      this.busy.set(false);
      this.failure.set(this.i18n.t('import.unreadable'));
    }
  }

  /** The user has confirmed Windows-1252 for a file that is not UTF-8. */
  protected async readAsWindows(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    if (this.file !== null) await this.read(this.file, bytes, 'windows-1252');
  }

  /** Continues with a file whose column meanings are known. */
  protected async take(source: ImportSource): Promise<void> {
    const file = this.file;
    if (file === null) return;
    const { rows } = translateAll(source);
    await this.check(file, partsOf(source, rows), rows.length);
    // The parts contain only columns of the import format.
    if (source.meanings === null) this.run.unknownColumns.set(unknownColumnsOf(source.table));
  }

  protected edit(row: ImportRow, column: ImportColumn, text: string): void {
    this.run.edit(row, column, text);
  }

  /** Sends the valid rows. */
  protected async send(): Promise<void> {
    if (this.run.ready().length === 0 || this.busy()) return;
    this.busy.set(true);
    const before = this.run.created().length;
    try {
      await this.run.send(leaveCellOf);
    } finally {
      this.busy.set(false);
      if (this.run.created().length > before) writeSetting('imported', 'yes');
      if (this.run.bad().length === 0) this.onlyBad.set(false);
      if (this.hasLeft) this.toastResult();
      else keepFocus('app-import-page .summary');
      this.actions.touched();
      this.lookups.refresh();
    }
  }

  /** Called before another page opens, or before signing out. */
  mayLeave(): boolean | Promise<boolean> {
    return !this.run.unsent() || !this.session.can('links.manage') || this.askToDiscard();
  }

  protected async startOver(): Promise<void> {
    if (this.run.unsent() && !(await this.askToDiscard())) return;
    // Ignores a file that is still being read.
    this.file = null;
    this.busy.set(false);
    this.run.forget();
    this.step.set({ kind: 'choose' });
    this.failure.set(null);
    keepFocus('app-import-page input[type=file]');
  }

  protected warn(event: BeforeUnloadEvent): void {
    if (this.run.progress() || this.run.unsent()) event.preventDefault();
  }

  protected saveErrors(): void {
    save(`${this.fileName()}.failed.csv`, errorFile(this.run.rows()));
  }

  protected saveTemplate(): void {
    const example: Partial<Record<ImportColumn, string>> = {
      destination_url: 'https://example.com/',
      title: 'Example',
      tags: 'one|two',
    };
    save('signpost-import.csv', csvLine(CSV_COLUMNS) + csvLine(CSV_COLUMNS.map((column) => example[column] ?? '')));
  }

  protected tone(row: ImportRow): Tone {
    if (isDone(row)) return 'go';
    return row.error !== null || !isReady(row) ? 'stop' : 'plain';
  }

  protected state(row: ImportRow): string {
    if (row.status) return this.i18n.t(`import.status.${row.status}`);
    return this.i18n.t(isReady(row) ? 'import.status.ready' : 'import.status.bad');
  }

  private async read(file: File, bytes: Uint8Array<ArrayBuffer>, encoding?: 'windows-1252'): Promise<void> {
    const read = readTable(bytes, encoding);
    if (read.kind === 'refused') {
      this.busy.set(false);
      this.failure.set(this.i18n.t(`import.refused.${read.reason}`));
    } else if (read.kind === 'encoding_unknown') {
      const sample = new TextDecoder('windows-1252').decode(bytes.subarray(0, SAMPLE_LETTERS));
      this.showStep({ kind: 'encoding', bytes, sample }, file, 'app-encoding-question h2');
    } else if (isInFormat(read.table)) {
      await this.takeFormat(file, read.table);
    } else {
      this.showStep(
        { kind: 'match', proposal: proposeMapping(read.table), table: read.table },
        file,
        'app-column-match h2',
      );
    }
  }

  /** A file in the import format: asks only for the date format, where it is ambiguous. */
  private async takeFormat(file: File, table: ForeignTable): Promise<void> {
    if (isTakenAsIs(file, table)) {
      await this.check(file, [{ file, offset: 0 }], table.rows.length);
      return;
    }
    const dates = foreignDatesOf(table);
    if (dates !== null && (dates.isFormOpen || dates.needsZone)) {
      this.showStep({ kind: 'match', proposal: null, table }, file, 'app-column-match h2');
    } else {
      await this.take({ name: file.name, table, meanings: null, reading: { form: dates?.form ?? 'iso', zone: 'UTC' } });
    }
  }

  /** Shows a step in which the user must decide something about the file. */
  private showStep(step: Step, file: File, heading: string): void {
    this.busy.set(false);
    this.fileName.set(file.name);
    this.step.set(step);
    keepFocus(`app-import-page ${heading}`);
  }

  private async check(file: File, parts: readonly FilePart[], rowCount: number): Promise<void> {
    this.busy.set(true);
    try {
      if (!(await this.run.check(parts, rowCount))) return;
      this.fileName.set(file.name);
      this.step.set({ kind: 'rows' });
      this.onlyBad.set(false);
      keepFocus('app-import-page .summary');
    } catch (error) {
      if (file === this.file) this.failure.set(this.problems.messageInForm(error));
    } finally {
      if (file === this.file) this.busy.set(false);
    }
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

  /** Reports the result in a toast to a user who has opened another page. */
  private toastResult(): void {
    const failure = this.run.failure();
    const created = this.run.created().length;
    if (created > 0) this.toasts.done(this.i18n.tn('import.created', created));
    if (failure !== null) this.toasts.error(failure);
  }
}

/** The list and the campaign handed over by the page on which the list was pasted. */
function pastedElsewhere(): { readonly addresses?: readonly string[]; readonly campaignId?: string } {
  return inject(Router).currentNavigation()?.extras.state ?? {};
}

/** Content of a file; null when it cannot be read any more, for instance because it has been moved. */
async function bytesOf(file: File): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return null;
  }
}

/** Takes the focus out of a cell whose row is about to be sent: a cell reports its value on blur, and the row disappears. */
function leaveCellOf(rows: readonly number[]): void {
  const at = document.activeElement;
  const row = at?.closest<HTMLElement>('app-import-page [data-row]')?.dataset['row'];
  if (!(at instanceof HTMLElement) || !rows.includes(Number(row))) return;
  at.blur();
  keepFocus('app-import-page .summary');
}

function save(name: string, text: string): void {
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name);
}
