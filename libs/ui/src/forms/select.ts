import { Component, input, model, signal } from '@angular/core';
import { SelectOption } from '../menus/select-option';
import { FieldControl } from './field';

let nextId = 0;

/**
 * A native select bound to a signal. Options are given as data, so that the selected one is shown also when they arrive
 * later.
 */
@Component({
  selector: 'select[spSelect]',
  providers: [{ provide: FieldControl, useExisting: Select }],
  template: `@for (option of options(); track option.value) {
    <option [value]="option.value" [selected]="option.value === value()">{{ option.label }}</option>
  }`,
  host: {
    class: 'sp-input sp-select',
    '[class.none]': "value() === ''",
    '[id]': 'controlId',
    '(change)': 'read($event)',
    '[attr.aria-describedby]': 'describedBy()',
    '[attr.aria-invalid]': 'invalid() || null',
  },
})
export class Select implements FieldControl {
  readonly value = model('');
  readonly options = input.required<readonly SelectOption[]>();
  readonly controlId = `sp-select-${nextId++}`;
  readonly describedBy = signal<string | null>(null);
  readonly invalid = signal(false);

  protected read(event: Event): void {
    this.value.set((event.target as HTMLSelectElement).value);
  }
}
