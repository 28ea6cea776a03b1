import { Component, computed, inject, input, signal } from '@angular/core';
import { Icon } from '../icon';
import { Tooltip } from '../menus/tooltip';
import { numberFormat, Words } from '../words/index';

let nextId = 0;

/**
 * A headline number with its name, its change as text and an explanation: as a tooltip on hover and focus, below the
 * number when clicked.
 */
@Component({
  selector: 'sp-stat',
  imports: [Icon, Tooltip],
  template: `
    <div class="name">
      <span>{{ label() }}</span>
      @if (definition()) {
        <button
          type="button"
          [attr.aria-label]="words.t('ui.meaning', { name: label() })"
          [attr.aria-expanded]="isNoted()"
          [attr.aria-controls]="noteId"
          [spTooltip]="isNoted() ? null : definition()"
          (click)="isNoted.set(!isNoted())"
        >
          <sp-icon name="info" [size]="14" />
        </button>
      }
    </div>
    <div class="value num" [style.--length]="shown().length">{{ shown() }}</div>
    @if (change() !== undefined) {
      <div class="change">
        @if (direction() !== 'same') {
          <sp-icon [name]="direction() === 'up' ? 'arrow-up' : 'arrow-down'" [size]="12" />
        }
        {{ changeText() }}
      </div>
    }
    <p class="note" [id]="noteId" [hidden]="!isNoted()">{{ definition() }}</p>
  `,
  styles: `
    :host {
      display: block;
      container-type: inline-size;
      min-inline-size: 0;
      padding: 12px 16px;
    }
    .name {
      display: flex;
      align-items: center;
      gap: 2px;
      color: var(--ink-2);
      font-size: 0.8125rem;
      line-height: 1rem;
      min-block-size: 24px;
    }
    button {
      flex: none;
    }
    /* Room for a name of two lines, so that the numbers of a row stand level. */
    @media (max-width: 26.25em) {
      .name {
        min-block-size: 32px;
      }
    }
    button {
      display: grid;
      place-items: center;
      inline-size: 24px;
      block-size: 24px;
      color: var(--ink-2);
      border-radius: 50%;
      opacity: 0.7;
    }
    /* What the finger meets is larger than what the eye does; the row keeps its height. */
    @media (pointer: coarse) {
      button {
        position: relative;
      }
      button::after {
        content: '';
        position: absolute;
        inset: calc((24px - var(--control)) / 2);
      }
    }
    @media print {
      button {
        display: none;
      }
    }
    .value {
      /* As large as a number of this length can be without a break; a character is about 0.6 em wide. */
      font-size: clamp(0.875rem, 100cqi / var(--length) / 0.6, 1.75rem);
      line-height: 2.125rem;
      white-space: nowrap;
      font-weight: 650;
      letter-spacing: -0.02em;
    }
    /* No colour for more or less: more bots or failures are no success. */
    .change {
      display: flex;
      gap: 2px;
      color: var(--ink-2);
      font-size: 0.75rem;
      line-height: 1rem;
    }
    /* In the middle of the first line, however many follow. */
    .change sp-icon {
      margin-block-start: 2px;
    }
    .note {
      margin-block-start: 4px;
      color: var(--ink-2);
      font-size: 0.75rem;
      line-height: 1rem;
    }
  `,
})
export class Stat {
  readonly label = input.required<string>();
  readonly value = input.required<number | null>();
  readonly definition = input('');
  /**
   * Change against the compared period in percent; null when that period has no data; undefined when nothing is
   * compared.
   */
  readonly change = input<number | null | undefined>(undefined);
  /** Names the compared period: "the 7 days before". */
  readonly comparedWith = input('');

  protected readonly noteId = `sp-stat-note-${nextId++}`;
  protected readonly isNoted = signal(false);
  protected readonly words = inject(Words);
  protected readonly shown = computed(() => {
    const value = this.value();
    return value === null ? '–' : numberFormat(this.words.locale()).format(value);
  });
  protected readonly direction = computed(() => {
    const change = this.change() ?? 0;
    return change > 0 ? 'up' : change < 0 ? 'down' : 'same';
  });
  protected readonly changeText = computed(() => {
    const change = this.change();
    const period = this.comparedWith();
    if (change === null || change === undefined) return this.words.t('ui.change.none', { period });
    if (change === 0) return this.words.t('ui.change.same', { period });
    const percent = numberFormat(this.words.locale(), { maximumFractionDigits: 1 }).format(Math.abs(change));
    return this.words.t(change > 0 ? 'ui.change.up' : 'ui.change.down', { percent, period });
  });
}
