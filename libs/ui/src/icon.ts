import { Component, computed, input } from '@angular/core';
import { ICONS, IconName } from './icons';

/** A Lucide outline. Decorative: the word beside it, or the accessible name of the control around it, carries the meaning. */
@Component({
  selector: 'sp-icon',
  template: `<svg viewBox="0 0 24 24" [attr.width]="size()" [attr.height]="size()" aria-hidden="true" focusable="false">
    <path
      [attr.d]="d()"
      fill="none"
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>`,
  styles: `
    :host {
      display: inline-flex;
      flex: none;
    }
  `,
})
export class Icon {
  readonly name = input.required<IconName>();
  /** Pixels: 16 beside text, 20 on its own. */
  readonly size = input(16);
  protected readonly d = computed(() => ICONS[this.name()]);
}
