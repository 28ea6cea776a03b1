import { Component, inject, input, output } from '@angular/core';
import { Icon } from './icon';
import { Words } from './words/index';

/** An active filter condition. */
export interface Chip {
  /** Identifies the condition in the list. */
  readonly key: string;
  readonly text: string;
}

/**
 * Active filter conditions, each with a button that removes it. Projected content follows them as items of the list.
 */
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
    @media print {
      .chip button {
        display: none;
      }
    }
  `,
})
export class Chips<T extends Chip> {
  readonly chips = input.required<readonly T[]>();
  /** Accessible name of the list. */
  readonly label = input.required<string>();
  readonly removed = output<T>();
  protected readonly words = inject(Words);
}
