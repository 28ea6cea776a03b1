import { Component, computed, inject, input, output } from '@angular/core';
import { IconButton } from './icon-button';
import { numberFormat, Words } from './words/index';

/** "21–40 of 312" with previous and next. Nothing shows when everything fits on one page. */
@Component({
  selector: 'sp-pager',
  imports: [IconButton],
  template: `@if (total() > 0) {
    <nav [attr.aria-label]="words.t('ui.pager.label')">
      <span class="num">{{
        words.t('ui.pager.range', { from: number(first()), to: number(last()), total: number(total()) })
      }}</span>
      <button
        spIconButton
        icon="chevron-left"
        [label]="words.t('ui.pager.previous')"
        [disabled]="page() <= 1"
        (click)="go.emit(page() - 1)"
      ></button>
      <button
        spIconButton
        icon="chevron-right"
        [label]="words.t('ui.pager.next')"
        [disabled]="last() >= total()"
        (click)="go.emit(page() + 1)"
      ></button>
    </nav>
  }`,
  styles: `
    nav {
      display: flex;
      align-items: center;
      justify-content: flex-end;
      gap: 4px;
      color: var(--ink-2);
      font-size: 13px;
    }
    span {
      margin-inline-end: 8px;
    }
  `,
})
export class Pager {
  readonly page = input.required<number>();
  readonly perPage = input.required<number>();
  readonly total = input.required<number>();
  readonly go = output<number>();
  protected readonly words = inject(Words);
  protected readonly first = computed(() => (this.page() - 1) * this.perPage() + 1);
  protected readonly last = computed(() => Math.min(this.page() * this.perPage(), this.total()));

  protected number(value: number): string {
    return numberFormat(this.words.locale()).format(value);
  }
}
