import { Component, input } from '@angular/core';
import { Icon } from '@signpost/ui/light';

/** A refusal that belongs to a whole form, above its fields and read out at once. */
@Component({
  selector: 'app-form-failure',
  imports: [Icon],
  template: `<div role="alert">
    @if (text(); as message) {
      <p><sp-icon name="circle-alert" />{{ message }}</p>
    }
  </div>`,
  styles: `
    :host(:has(div:empty)) {
      display: none;
    }
    p {
      display: flex;
      gap: 8px;
      padding: 8px 12px;
      border-radius: var(--r-control);
      background: var(--stop-soft);
      color: var(--stop);
    }
    sp-icon {
      margin-block-start: 2px;
    }
  `,
})
export class FormFailure {
  readonly text = input.required<string | null>();
}
