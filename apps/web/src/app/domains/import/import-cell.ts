import { Directive, ElementRef, inject, input, output } from '@angular/core';
import type { ImportColumn } from '@signpost/contracts';
import { I18n } from '../../platform/words/i18n';
import type { ImportRow } from './import-state';

/** Id of what says what is wrong with a cell. */
export function errorId({ row }: ImportRow, column: ImportColumn): string {
  return `error-${row}-${column}`;
}

/** The field of a cell of the import's table, of one line or of several: named by column and row. */
@Directive({
  selector: 'input[appImportCell], textarea[appImportCell]',
  host: {
    class: 'sp-input',
    '[value]': "row().values[column()] ?? ''",
    '[attr.aria-label]': "column() + ', ' + i18n.t('import.row') + ' ' + row().row",
    '[attr.aria-invalid]': 'row().errors[column()] ? true : null',
    '[attr.aria-describedby]': 'row().errors[column()] ? errorId(row(), column()) : null',
    '(change)': 'edited.emit(field.value)',
  },
})
export class ImportCell {
  readonly row = input.required<ImportRow>({ alias: 'appImportCell' });
  readonly column = input.required<ImportColumn>();
  /** What stands there now, when somebody has left the field. */
  readonly edited = output<string>();
  protected readonly i18n = inject(I18n);
  protected readonly errorId = errorId;
  protected readonly field = inject<ElementRef<HTMLInputElement | HTMLTextAreaElement>>(ElementRef).nativeElement;
}
