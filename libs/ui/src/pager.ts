import { Component, computed, effect, ElementRef, inject, input, output, signal, untracked } from '@angular/core';
import { IconButton } from './buttons/icon-button';
import { keepFocus } from './focus/keep-focus';
import { numberFormat, Words } from './words/index';

let nextId = 0;

/** With more pages than this, buttons to the first and last page are shown. */
const MANY_PAGES = 3;

/** "21–40 of 312" with previous and next, and first and last when there are many pages. Hidden for an empty list. */
@Component({
  selector: 'sp-pager',
  imports: [IconButton],
  template: `@if (total() > 0) {
    <nav [id]="id" [attr.aria-label]="words.t('ui.pager.label')">
      <span class="num">{{ range() }}</span>
      <span class="sr-only" role="status">{{ turned() }}</span>
      @if (pages() > many) {
        <button
          spIconButton
          icon="chevron-first"
          [label]="words.t('ui.pager.first')"
          [describes]="false"
          [disabled]="page() <= 1"
          (click)="go.emit(1)"
        ></button>
      }
      <button
        spIconButton
        class="step"
        icon="chevron-left"
        [label]="words.t('ui.pager.previous')"
        [describes]="false"
        [disabled]="page() <= 1"
        (click)="go.emit(page() - 1)"
      ></button>
      <button
        spIconButton
        class="step"
        icon="chevron-right"
        [label]="words.t('ui.pager.next')"
        [describes]="false"
        [disabled]="last() >= total()"
        (click)="go.emit(page() + 1)"
      ></button>
      @if (pages() > many) {
        <button
          spIconButton
          icon="chevron-last"
          [label]="words.t('ui.pager.last')"
          [describes]="false"
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
      font-size: 0.8125rem;
    }
    .num {
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
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  protected readonly id = `sp-pager-${nextId++}`;
  protected readonly many = MANY_PAGES;
  protected readonly pages = computed(() => Math.ceil(this.total() / this.perPage()));
  protected readonly first = computed(() => (this.page() - 1) * this.perPage() + 1);
  protected readonly last = computed(() => Math.min(this.page() * this.perPage(), this.total()));
  protected readonly range = computed(() =>
    this.words.t('ui.pager.range', {
      from: this.number(this.first()),
      to: this.number(this.last()),
      total: this.number(this.total()),
    }),
  );
  /** Announced after turning a page with this pager; in other cases the list announces its count itself. */
  protected readonly turned = signal('');

  constructor() {
    let page = 0;
    effect(() => {
      const isTurn = page !== this.page() && this.host.contains(document.activeElement);
      page = this.page();
      this.turned.set(isTurn ? this.range() : '');
    });
    // At the first or last page the button that was clicked becomes disabled: the opposite one takes the focus.
    effect(() => {
      this.page();
      if (!this.host.contains(document.activeElement)) return;
      keepFocus(untracked(this.pages) > 1 ? `#${this.id} .step:not(:disabled)` : undefined);
    });
  }

  protected number(value: number): string {
    return numberFormat(this.words.locale()).format(value);
  }
}
