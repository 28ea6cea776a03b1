import { Component, computed, inject, input, output } from '@angular/core';
import { IconButton } from './icon-button';
import { numberFormat, Words } from './words/index';

/** From here on the ends are too far to be walked to. */
const MANY_PAGES = 3;

/** "21–40 of 312" with previous and next, and the ends when there are many pages. Nothing shows for nothing. */
@Component({
  selector: 'sp-pager',
  imports: [IconButton],
  template: `@if (total() > 0) {
    <nav [attr.aria-label]="words.t('ui.pager.label')">
      <span class="num">{{
        words.t('ui.pager.range', { from: number(first()), to: number(last()), total: number(total()) })
      }}</span>
      @if (pages() > many) {
        <button
          spIconButton
          icon="chevron-first"
          [label]="words.t('ui.pager.first')"
          [disabled]="page() <= 1"
          (click)="go.emit(1)"
        ></button>
      }
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
      @if (pages() > many) {
        <button
          spIconButton
          icon="chevron-last"
          [label]="words.t('ui.pager.last')"
          [disabled]="last() >= total()"
          (click)="go.emit(pages())"
        ></button>
      }
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
  protected readonly many = MANY_PAGES;
  protected readonly pages = computed(() => Math.ceil(this.total() / this.perPage()));
  protected readonly first = computed(() => (this.page() - 1) * this.perPage() + 1);
  protected readonly last = computed(() => Math.min(this.page() * this.perPage(), this.total()));

  protected number(value: number): string {
    return numberFormat(this.words.locale()).format(value);
  }
}
