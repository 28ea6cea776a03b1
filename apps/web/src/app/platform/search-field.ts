import { Component, input, output } from '@angular/core';
import { Icon } from '@signpost/ui';

/** A field for the words of a search, as wide as its host. */
@Component({
  selector: 'app-search-field',
  imports: [Icon],
  template: `
    <sp-icon name="search" />
    <input
      #box
      type="search"
      class="sp-input"
      dir="auto"
      [attr.aria-label]="label()"
      [placeholder]="label()"
      [attr.maxlength]="longest()"
      [value]="text()"
      (input)="typed.emit(box.value)"
    />
  `,
  styles: `
    :host {
      display: block;
      position: relative;
    }
    sp-icon {
      position: absolute;
      inset-block-start: 50%;
      inset-inline-start: 10px;
      translate: 0 -50%;
      color: var(--ink-2);
      pointer-events: none;
    }
    input {
      padding-inline-start: 32px;
    }
  `,
})
export class SearchField {
  readonly text = input.required<string>();
  /** Accessible name, and the placeholder. */
  readonly label = input.required<string>();
  /** Maximum length in UTF-16 units, which `maxlength` counts; null: any. */
  readonly longest = input<number | null>(null);
  readonly typed = output<string>();
}
