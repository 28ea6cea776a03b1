import { Component, computed, inject, input, linkedSignal, output, signal } from '@angular/core';
import { CSV_COLUMNS } from '@signpost/contracts';
import { Button, SelectOption } from '@signpost/ui';
import { Field, Select } from '@signpost/ui/forms';
import { FormFailure } from '../../platform/form-failure';
import { I18n } from '../../platform/i18n';
import { ForeignFile, inFormat, Meaning, meaningsOf } from './foreign-file';

/** Asks what the columns of another program's file hold; what their names say is chosen already. */
@Component({
  selector: 'app-column-match',
  imports: [Button, Field, FormFailure, Select],
  template: `
    <section class="card card-pad">
      <h2 tabindex="-1">{{ i18n.t('import.match.heading') }}</h2>
      <p class="muted">{{ i18n.t('import.match.text', { file: file().name }) }}</p>
      <div class="fields">
        @for (column of columns(); track column.at) {
          <sp-field [label]="column.name" [hint]="column.sample">
            <select
              spSelect
              [options]="options()"
              [value]="meanings()[column.at] ?? ''"
              (valueChange)="choose(column.at, $event)"
            ></select>
          </sp-field>
        }
      </div>
      <app-form-failure [text]="failure()" />
      <div class="actions">
        <button spButton (click)="cancelled.emit()">{{ i18n.t('import.other') }}</button>
        <button spButton variant="primary" [busy]="busy()" (click)="go()">{{ i18n.t('import.match.go') }}</button>
      </div>
    </section>
  `,
  styles: `
    .fields {
      display: grid;
      grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr));
      gap: 16px;
      margin-block: 16px;
    }
    .actions {
      display: flex;
      flex-wrap: wrap;
      justify-content: flex-end;
      gap: 8px;
      margin-block-start: 16px;
    }
    sp-field {
      overflow-wrap: anywhere;
    }
  `,
})
export class ColumnMatch {
  readonly file = input.required<ForeignFile>();
  readonly busy = input(false);
  /** The file in the format. */
  readonly matched = output<File>();
  readonly cancelled = output();

  protected readonly i18n = inject(I18n);
  protected readonly meanings = linkedSignal(() => meaningsOf(this.file()));
  protected readonly failure = signal<string | null>(null);
  protected readonly options = computed((): SelectOption[] => [
    { value: '', label: this.i18n.t('import.match.none') },
    ...CSV_COLUMNS.map((column) => ({ value: column, label: column })),
  ]);
  /** Columns that have a name, each with the first thing that stands in it. */
  protected readonly columns = computed(() => {
    const { columns, rows } = this.file();
    return columns.flatMap((name, at) => {
      const sample = rows.map((cells) => cells[at] ?? '').find((cell) => cell.trim() !== '') ?? '';
      return name === ''
        ? []
        : [{ at, name, sample: sample.length > LONGEST ? `${sample.slice(0, LONGEST)}…` : sample }];
    });
  });

  /** Two columns cannot hold the same: what is chosen here is no longer chosen elsewhere. */
  protected choose(at: number, value: string): void {
    const meaning = CSV_COLUMNS.find((column) => column === value) ?? '';
    this.meanings.update((meanings) =>
      meanings.map((other, index): Meaning => (index === at ? meaning : other === meaning ? '' : other)),
    );
  }

  protected go(): void {
    const isComplete = this.meanings().includes('destination_url');
    this.failure.set(isComplete ? null : this.i18n.t('import.match.missing'));
    if (isComplete) this.matched.emit(inFormat(this.file(), this.meanings()));
  }
}

/** Letters of a cell that are shown. */
const LONGEST = 80;
