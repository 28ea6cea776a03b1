import { Component, computed, ElementRef, inject, input, output, signal } from '@angular/core';
import { Button } from '../buttons/button';
import type { PictureText } from './picture';
import { coloursAround } from './save-picture';
import { numberFormat, Words } from '../words/index';

/** One line of a {@link BarList}. */
export interface Bar {
  readonly label: string;
  /** The full value where the label is shortened or translated; shown as a tooltip. */
  readonly title?: string | null;
  readonly count: number;
  /** Category colour, 1–8; without one the bar has the signal colour. */
  readonly category?: number | null;
  /** Makes the label a button whose click emits this key; without a key the row is read-only. */
  readonly key?: string | null;
  /** Whether that button is pressed. */
  readonly isChosen?: boolean;
}

const FEW = 6;

/**
 * Labels with their counts as a table whose rows are bars: the bar is relative to the largest count, the percentage to
 * the total.
 */
@Component({
  selector: 'sp-bar-list',
  imports: [Button],
  template: `
    @if (bars().length) {
      <table>
        <caption class="sr-only">
          {{
            label()
          }}
          @if (hasKeys()) {
            ({{ words.t('ui.bars.press') }})
          }
        </caption>
        <colgroup>
          <col />
          <col class="count" [style.--length]="longest()" />
          <col class="part" />
        </colgroup>
        <tbody>
          @for (bar of shown(); track bar.label) {
            <tr>
              <th scope="row">
                <span
                  class="bar"
                  [class]="bar.category ? 'cat-' + bar.category : 'signal'"
                  [style.inline-size.%]="(100 * bar.count) / largest()"
                ></span>
                @if (bar.key; as key) {
                  <button
                    type="button"
                    class="label"
                    [attr.title]="bar.title"
                    [attr.aria-pressed]="bar.isChosen ?? false"
                    (click)="pressed.emit(key)"
                  >
                    <span dir="auto">{{ bar.label }}</span>
                  </button>
                } @else {
                  <span class="label" dir="auto" [attr.title]="bar.title">{{ bar.label }}</span>
                }
              </th>
              <td class="num">{{ number(bar.count) }}</td>
              <td class="num share">{{ share(bar.count) }}</td>
            </tr>
          }
        </tbody>
      </table>
      @if (bars().length > few) {
        <button spButton small variant="quiet" type="button" (click)="all.set(!all())">
          {{ all() ? words.t('ui.bars.less') : words.t('ui.bars.more', { count: bars().length })
          }}<span class="sr-only">: {{ label() }}</span>
        </button>
      }
    } @else {
      <p class="muted none">{{ words.t('ui.bars.empty') }}</p>
    }
  `,
  styles: `
    :host {
      display: block;
    }
    table {
      inline-size: 100%;
      table-layout: fixed;
    }
    th {
      position: relative;
      block-size: 32px;
      padding: 0;
      font-weight: 400;
      text-align: start;
    }
    .bar {
      position: absolute;
      inset-block: 3px;
      inset-inline-start: 0;
      min-inline-size: 2px;
      border-radius: 4px;
      opacity: 0.32;
    }
    .signal {
      background: var(--signal-fill);
      opacity: 1;
    }
    .cat-1 {
      background: var(--cat-1);
    }
    .cat-2 {
      background: var(--cat-2);
    }
    .cat-3 {
      background: var(--cat-3);
    }
    .cat-4 {
      background: var(--cat-4);
    }
    .cat-5 {
      background: var(--cat-5);
    }
    .cat-6 {
      background: var(--cat-6);
    }
    .cat-7 {
      background: var(--cat-7);
    }
    .cat-8 {
      background: var(--cat-8);
    }
    .label {
      position: relative;
      display: block;
      /* A label that does not fit next to its numbers wraps: cut off, it could be read only on hover. */
      padding: 6px 8px;
      overflow-wrap: anywhere;
      hyphens: auto;
    }
    /* The whole bar can be pressed, not its letters alone. */
    button.label {
      inline-size: 100%;
      min-block-size: 32px;
      border-radius: 4px;
      text-align: start;
    }
    button.label:hover {
      background: color-mix(in srgb, var(--ink) 6%, transparent);
    }
    button.label[aria-pressed='true'] {
      font-weight: 650;
      box-shadow: inset 3px 0 var(--ink);
    }
    @media (pointer: coarse) {
      button.label {
        min-block-size: var(--control);
      }
    }
    .count {
      width: max(72px, var(--length) * 1ch + 8px);
    }
    .part {
      width: 60px;
    }
    td {
      text-align: end;
      font-weight: 550;
      white-space: nowrap;
    }
    .share {
      color: var(--ink-2);
      font-size: 0.75rem;
      font-weight: 400;
    }
    .none {
      padding: 24px 0;
      text-align: center;
    }
  `,
})
export class BarList {
  readonly bars = input.required<readonly Bar[]>();
  /** What the list breaks down, for screen readers. */
  readonly label = input.required<string>();
  /** The key of the bar that was pressed. */
  readonly pressed = output<string>();
  protected readonly words = inject(Words);
  protected readonly hasKeys = computed(() => this.bars().some(({ key }) => key));
  protected readonly few = FEW;
  protected readonly all = signal(false);
  protected readonly shown = computed(() => (this.all() ? this.bars() : this.bars().slice(0, FEW)));
  protected readonly largest = computed(() => Math.max(1, ...this.bars().map(({ count }) => count)));
  /** Length of the longest formatted number, in characters. */
  protected readonly longest = computed(() => this.number(this.largest()).length);
  private readonly total = computed(() => this.bars().reduce((sum, { count }) => sum + count, 0));

  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef);

  /** All rows as an SVG file, in the colours of the current theme. */
  async picture(text: PictureText): Promise<string> {
    const { pictureOfBars } = await import('./picture');
    const bars = this.bars().map(({ label, count, category }) => ({
      label,
      count,
      value: `${this.number(count)} (${this.share(count)})`,
      category: category ?? null,
    }));
    return pictureOfBars(bars, text, coloursAround(this.host.nativeElement));
  }

  protected number(value: number): string {
    return numberFormat(this.words.locale()).format(value);
  }

  protected share(count: number): string {
    const share = this.total() ? count / this.total() : 0;
    return numberFormat(this.words.locale(), {
      style: 'percent',
      maximumFractionDigits: share < 0.1 ? 1 : 0,
    }).format(share);
  }
}
