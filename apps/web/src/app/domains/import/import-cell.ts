import { Directive, ElementRef, inject, input, output } from '@angular/core';
import type { ImportColumn } from '@signpost/contracts';
import { I18n } from '../../platform/words/i18n';
import type { ImportRow } from './import-state';

/** Id of the element with a cell's error. */
export function errorId({ row }: ImportRow, column: ImportColumn): string {
  return `error-${row}-${column}`;
}

/** The input of a cell in the import table, single-line or multi-line, named by column and row. */
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
  /** The value when the input loses the focus. */
  readonly edited = output<string>();
  protected readonly i18n = inject(I18n);
  protected readonly errorId = errorId;
  protected readonly field = inject<ElementRef<HTMLInputElement | HTMLTextAreaElement>>(ElementRef).nativeElement;
}
