import { Component, computed, input } from '@angular/core';
import { ICONS, IconName } from './icons';

/** Icons that point along the reading direction are mirrored in right-to-left languages. */
const DIRECTED: ReadonlySet<IconName> = new Set<IconName>([
  'arrow-left',
  'arrow-right',
  'chevron-first',
  'chevron-last',
  'chevron-left',
  'chevron-right',
  'external-link',
  'log-out',
  'move-right',
  'panel-left-close',
  'panel-left-open',
  'send',
  'undo-2',
]);

/**
 * A Lucide outline icon. Decorative: the word next to it, or the accessible name of the control around it, carries the
 * meaning.
 */
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
    :host(.directed:dir(rtl)) {
      scale: -1 1;
    }
  `,
  host: { '[class.directed]': 'directed()' },
})
export class Icon {
  readonly name = input.required<IconName>();
  /** In pixels: 16 next to text, 20 on its own. */
  readonly size = input(16);
  protected readonly directed = computed(() => DIRECTED.has(this.name()));
  protected readonly d = computed(() => ICONS[this.name()]);
}
