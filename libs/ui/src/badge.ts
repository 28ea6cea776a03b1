import { Component, computed, input } from '@angular/core';
import { Icon } from './icon';
import { IconName } from './icons';

/**
 * Meaning of a state: `go` active or succeeded, `stop` inactive or failed, `wait` needs attention soon, `info` a note,
 * `plain` a neutral label.
 */
export type Tone = 'go' | 'stop' | 'wait' | 'info' | 'plain';

const ICON: Record<Tone, IconName | null> = {
  go: 'circle-check',
  stop: 'circle-slash',
  wait: 'clock',
  info: 'info',
  plain: null,
};

/** A state in a word and an icon, never by colour alone. */
@Component({
  selector: 'sp-badge',
  imports: [Icon],
  template: `@if (shown(); as name) {
      <sp-icon [name]="name" [size]="12" />
    }
    <ng-content />`,
  host: { '[class]': 'tone()' },
  styles: `
    :host {
      display: inline-flex;
      align-items: center;
      gap: 4px;
      min-block-size: 20px;
      padding-inline: 6px 8px;
      border-radius: 999px;
      background: var(--surface-2);
      color: var(--ink);
      font-size: 0.75rem;
      font-weight: 550;
      line-height: 1rem;
      white-space: nowrap;
    }
    :host(.plain) {
      padding-inline: 8px;
      font-weight: 400;
    }
    :host(.go) {
      background: var(--go-soft);
      color: var(--go);
    }
    :host(.stop) {
      background: var(--stop-soft);
      color: var(--stop);
    }
    :host(.wait) {
      background: var(--wait-soft);
      color: var(--wait);
    }
    :host(.info) {
      background: var(--info-soft);
      color: var(--info);
    }
  `,
})
export class Badge {
  readonly tone = input<Tone>('plain');
  readonly icon = input<IconName | null | undefined>(undefined);
  protected readonly shown = computed(() => (this.icon() === undefined ? ICON[this.tone()] : this.icon()));
}
