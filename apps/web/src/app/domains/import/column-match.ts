import { Component, computed, inject, input, linkedSignal, output, signal } from '@angular/core';
import {
  DATE_FORMS,
  DateForm,
  DateReading,
  datesOf,
  foreignDatesOf,
  ForeignTable,
  isExclusive,
  LOSING,
  LOST_ADDRESS,
  Meaning,
  MEANINGS,
  Meanings,
  Proposal,
  RowNoteKind,
  warningsOf,
} from '@signpost/domain/import-mapping';
import { Button, Checkbox, Icon, SelectOption } from '@signpost/ui';
import { Combobox, Field, Select } from '@signpost/ui/forms';
import { FormFailure } from '../../platform/requests/form-failure';
import { I18n } from '../../platform/words/i18n';
import { ImportSource, translateAll } from './import-source';

/**
 * Asks what the columns of another program's file contain, and shows what would be lost; probable meanings are
 * preselected.
 */
@Component({
  selector: 'app-column-match',
  imports: [Button, Checkbox, Combobox, Field, FormFailure, Icon, Select],
  templateUrl: './column-match.html',
  styleUrl: './column-match.css',
})
export class ColumnMatch {
  readonly name = input.required<string>();
  readonly table = input.required<ForeignTable>();
  /**
   * Probable meanings of the columns; null for a file in the import format of which only the date format is ambiguous.
   */
  readonly proposal = input.required<Proposal | null>();
  readonly busy = input(false);
  /** The file with the chosen meanings. */
  readonly matched = output<ImportSource>();
  readonly cancelled = output();

  protected readonly i18n = inject(I18n);
  protected readonly meanings = linkedSignal((): Meanings => this.proposal()?.meanings ?? []);
  protected readonly form = linkedSignal<string>(() => this.dates().form);
  protected readonly zone = signal(Intl.DateTimeFormat().resolvedOptions().timeZone);
  /** The reader's zone first, then UTC, which browsers do not list: a server's dates are often in it. */
  protected readonly zones: readonly SelectOption[] = [
    ...new Set([this.zone(), 'UTC', ...Intl.supportedValuesOf('timeZone')]),
  ].map((zone) => ({ value: zone, label: zone }));
  protected readonly failure = signal<string | null>(null);
  /** Accepting the loss applies to the current choice only: a changed choice asks again. */
  protected readonly accepted = linkedSignal({
    source: () => [this.meanings(), this.form(), this.zone()],
    computation: () => false,
  });

  protected readonly options = computed((): SelectOption[] => [
    { value: '', label: this.i18n.t('import.match.none') },
    ...MEANINGS.map((meaning) => ({ value: meaning, label: this.i18n.t(`import.meaning.${meaning}`) })),
  ]);
  protected readonly forms = computed((): SelectOption[] =>
    DATE_FORMS.map((form) => ({ value: form, label: this.i18n.t(`import.dates.${form}`) })),
  );
  /** Non-empty columns with samples, short URLs first, then in the order of the file. */
  protected readonly columns = computed(() => {
    const { columns, rows } = this.table();
    const proposed = this.proposal()?.meanings;
    if (proposed === undefined) return [];
    const filled = columns.flatMap((name, at) => {
      const samples = new Set<string>();
      for (const cells of rows) {
        const cell = cells[at]?.trim() ?? '';
        if (cell !== '') samples.add(shortened(cell));
        if (samples.size === SAMPLES) break;
      }
      return samples.size === 0 ? [] : [{ at, name, samples: [...samples].join(' · ') }];
    });
    const rank = ({ at }: { at: number }): number => RANKS.indexOf(proposed[at] ?? null) + 1 || RANKS.length + 1;
    return filled.toSorted((a, b) => rank(a) - rank(b) || a.at - b.at);
  });
  private readonly source = computed((): ImportSource => {
    const reading: DateReading = { form: asForm(this.form()), zone: this.zone() };
    return {
      name: this.name(),
      table: this.table(),
      meanings: this.proposal() === null ? null : this.meanings(),
      reading,
    };
  });
  protected readonly dates = computed(
    () => (this.proposal() === null ? foreignDatesOf(this.table()) : null) ?? datesOf(this.table(), this.meanings()),
  );
  /** Those of the proposal stand until the meanings are changed: what was guessed is decided then. */
  protected readonly warnings = computed(() => {
    const proposal = this.proposal();
    if (proposal === null) return [];
    return this.meanings() === proposal.meanings ? proposal.warnings : warningsOf(this.table(), this.meanings());
  });
  /** Notes about rows by kind: the number of rows, and the first of them. */
  protected readonly notes = computed(() => {
    const byKind = Map.groupBy(translateAll(this.source()).notes, ({ kind }) => kind);
    return [...byKind].map(([kind, notes]) => {
      const texts = notes.slice(0, SAMPLES).flatMap(({ text }) => (text === '' ? [] : [shortened(text)]));
      return { kind, count: notes.length, examples: texts.join(' · '), isLoss: LOST_ADDRESS.has(kind) };
    });
  });
  /** Non-empty columns that are ignored, with the reason if known. */
  protected readonly leftOut = computed(() =>
    this.columns().flatMap(({ at, name }) => {
      if (this.meanings()[at] !== null) return [];
      const why = this.proposal()?.leftOut.get(at) ?? 'unknown';
      return [{ name, why: this.i18n.t(`import.leftOut.${why}`) }];
    }),
  );
  protected readonly mayLose = computed(
    () => this.warnings().some((warning) => LOSING.has(warning)) || this.notes().some(({ isLoss }) => isLoss),
  );

  protected noteText(kind: RowNoteKind, count: number): string {
    return this.i18n.tn(`import.note.${kind}`, count);
  }

  /** Two columns cannot have the same meaning, unless they are joined: a choice here clears it elsewhere. */
  protected choose(column: number, value: string): void {
    const meaning = MEANINGS.find((known) => known === value) ?? null;
    const isTaken = (other: Meaning | null): boolean => other !== null && other === meaning && isExclusive(other);
    this.meanings.update((all) => all.map((other, at) => (at === column ? meaning : isTaken(other) ? null : other)));
  }

  protected go(): void {
    const isComplete = this.proposal() === null || this.meanings().includes('destination_url');
    const isDecided = !this.mayLose() || this.accepted();
    this.failure.set(
      isComplete ? (isDecided ? null : this.i18n.t('import.match.decide')) : this.i18n.t('import.match.missing'),
    );
    if (isComplete && isDecided) this.matched.emit(this.source());
  }
}

/** Meanings shown first. */
const RANKS: readonly (Meaning | null)[] = ['short_address', 'further_addresses', 'whole_address', 'destination_url'];
/** Number of samples shown of a column. */
const SAMPLES = 3;
/** Maximum characters of a sample. */
const LONGEST = 60;

const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
const asForm = (value: string): DateForm => DATE_FORMS.find((form) => form === value) ?? 'iso';
