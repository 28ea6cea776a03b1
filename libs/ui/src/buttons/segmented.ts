import { Component, input, model } from '@angular/core';
import { SelectOption } from '../menus/select-option';

let nextId = 0;

/**
 * A few exclusive choices next to each other, built from radio buttons: arrow keys move, the chosen one has the signal
 * colour.
 */
@Component({
  selector: 'sp-segmented',
  template: `<fieldset>
    <legend class="sr-only">{{ label() }}</legend>
    @for (option of options(); track option.value) {
      <label [class.on]="option.value === value()" [attr.lang]="option.lang">
        <input
          type="radio"
          class="sr-only"
          [name]="name"
          [value]="option.value"
          [checked]="option.value === value()"
          (change)="value.set(option.value)"
        />
        {{ option.label }}
      </label>
    }
  </fieldset>`,
  styles: `
    :host {
      display: inline-flex;
      max-inline-size: 100%;
    }
    fieldset {
      display: inline-flex;
      flex-wrap: wrap;
      position: relative;
      padding: 2px;
      border: 1px solid var(--line);
      border-radius: var(--r-control);
      background: var(--surface-2);
    }
    label {
      display: inline-flex;
      align-items: center;
      min-block-size: calc(var(--control) - 6px);
      padding-inline: 10px;
      border-radius: 4px;
      color: var(--ink-2);
      font-size: 0.8125rem;
      font-weight: 550;
      white-space: nowrap;
      cursor: pointer;
    }
    @media (pointer: coarse) {
      label {
        min-block-size: var(--control);
      }
    }
    label:hover {
      color: var(--ink);
    }
    label.on {
      background: var(--surface);
      color: var(--ink);
      box-shadow:
        inset 0 -2px 0 var(--ink),
        inset 0 -4px 0 var(--signal),
        0 0 0 1px var(--line);
    }
    label:has(:focus-visible) {
      outline: 2px solid var(--ink);
      outline-offset: -2px;
    }
  `,
})
export class Segmented {
  readonly label = input.required<string>();
  readonly options = input.required<readonly SelectOption[]>();
  readonly value = model.required<string>();
  protected readonly name = `sp-segmented-${nextId++}`;
}
