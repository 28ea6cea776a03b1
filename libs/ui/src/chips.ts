import { Component, inject, input, output } from '@angular/core';
import { Icon } from './icon';
import { Words } from './words/index';

/** A condition in force. */
export interface Chip {
  /** Tells it from the others. */
  readonly key: string;
  readonly text: string;
}

/** Conditions in force, each with a way to take it away. What is projected stands behind them, as items of the list. */
@Component({
  selector: 'sp-chips',
  imports: [Icon],
  template: `@if (chips().length) {
    <ul [attr.aria-label]="label()">
      @for (chip of chips(); track chip.key) {
        <li class="chip">
          <span class="truncate" [title]="chip.text">{{ chip.text }}</span>
          <button
            type="button"
            [attr.aria-label]="words.t('ui.removeNamed', { name: chip.text })"
            (click)="removed.emit(chip)"
          >
            <sp-icon name="x" [size]="12" />
          </button>
        </li>
      }
      <ng-content />
    </ul>
  }`,
  styles: `
    /* Without chips it takes no row of the page. */
    :host {
      display: contents;
    }
    ul {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 4px;
    }
    .chip {
      display: inline-flex;
      align-items: center;
      gap: 2px;
      max-inline-size: min(100%, 360px);
      padding-inline-start: 10px;
      border: 1px solid var(--line);
      border-radius: 999px;
      background: var(--surface);
      font-size: 0.8125rem;
    }
    .chip button {
      flex: none;
      display: grid;
      place-items: center;
      inline-size: 26px;
      block-size: 26px;
      border-radius: 50%;
      color: var(--ink-2);
    }
    .chip button:hover {
      color: var(--ink);
      background: var(--surface-2);
    }
    @media (pointer: coarse) {
      .chip button {
        inline-size: var(--control);
        block-size: var(--control);
      }
    }
  `,
})
export class Chips<T extends Chip> {
  readonly chips = input.required<readonly T[]>();
  /** What the list is for a screen reader. */
  readonly label = input.required<string>();
  readonly removed = output<T>();
  protected readonly words = inject(Words);
}
