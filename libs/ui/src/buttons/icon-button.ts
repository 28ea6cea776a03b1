import { Component, inject, input } from '@angular/core';
import { Icon } from '../icon';
import { IconName } from '../icons';
import { Tooltip } from '../menus/tooltip';

/** A button that is only an icon: its `label` is the accessible name and the tooltip. */
@Component({
  selector: 'button[spIconButton], a[spIconButton]',
  imports: [Icon],
  hostDirectives: [{ directive: Tooltip, inputs: ['spTooltip: label', 'describes'] }],
  template: `<sp-icon [name]="icon()" />`,
  host: { '[attr.aria-label]': 'tooltip.spTooltip()', type: 'button' },
  styles: `
    :host {
      display: inline-grid;
      flex: none;
      place-items: center;
      inline-size: var(--control);
      block-size: var(--control);
      border-radius: var(--r-control);
      color: var(--ink-2);
      transition: background-color var(--motion);
    }
    :host(:hover),
    :host([aria-haspopup][aria-expanded='true']) {
      background: var(--surface-2);
      color: var(--ink);
    }
    :host(:disabled) {
      opacity: 0.4;
    }
  `,
})
export class IconButton {
  readonly icon = input.required<IconName>();
  protected readonly tooltip = inject(Tooltip);
}
