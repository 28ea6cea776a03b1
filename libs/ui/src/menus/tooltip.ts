import type { OverlayRef } from '@angular/cdk/overlay';
import { Directive, ElementRef, inject, Injector, input, OnDestroy, signal } from '@angular/core';
import { composes } from '../focus/composes';

let nextId = 0;

/** How long the pointer must hover before a tooltip shows, in milliseconds. */
const REST_MS = 350;
/** How long the pointer may take to move from the element to the bubble, in milliseconds. */
const WAY_MS = 150;

/**
 * A short explanation on hover and on keyboard focus. It is a description (`aria-describedby`): the accessible name
 * must exist without it. It stays while the pointer is over it, and Escape hides it wherever the focus is (WCAG
 * 1.4.13). Its rendering code is loaded with the first tooltip.
 */
@Directive({
  selector: '[spTooltip]',
  host: {
    '(mouseenter)': 'showSoon()',
    '(mouseleave)': 'hideSoon()',
    '(focus)': 'showOnKeyboard()',
    '(blur)': 'hide()',
    '(click)': 'hide()',
    '[attr.aria-describedby]': 'describedBy()',
  },
})
export class Tooltip implements OnDestroy {
  readonly spTooltip = input<string | null>('');
  /** False when the tooltip only repeats the accessible name (icon buttons). */
  readonly describes = input(true);
  /** False where the pointer gets the text from another element; keyboard focus on this one still shows it. */
  readonly onHover = input(true);

  private readonly injector = inject(Injector);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef);
  private readonly id = `sp-tooltip-${nextId++}`;
  private readonly shown = signal(false);
  private ref: OverlayRef | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Incremented by every request to show or hide; a bubble that loads after a newer request is not shown. */
  private turn = 0;

  protected describedBy(): string | null {
    return this.shown() && this.describes() ? this.id : null;
  }

  protected showSoon(): void {
    clearTimeout(this.timer);
    if (this.onHover()) this.timer = setTimeout(() => void this.show(), REST_MS);
  }

  protected hideSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hide(), WAY_MS);
  }

  protected showOnKeyboard(): void {
    if (this.host.nativeElement.matches(':focus-visible')) void this.show();
  }

  protected async show(): Promise<void> {
    const text = this.spTooltip();
    if (!text || this.ref) return;
    const turn = ++this.turn;
    const { showBubble } = await import('./tooltip-overlay');
    if (turn !== this.turn) return;
    this.ref = showBubble(this.injector, this.host, { id: this.id, text }, (isOver) =>
      isOver ? clearTimeout(this.timer) : this.hideSoon(),
    );
    this.shown.set(true);
    document.addEventListener('keydown', this.hideOnEscape);
  }

  protected hide(): void {
    this.turn++;
    clearTimeout(this.timer);
    this.ref?.dispose();
    this.ref = null;
    this.shown.set(false);
    document.removeEventListener('keydown', this.hideOnEscape);
  }

  private readonly hideOnEscape = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !composes(event)) this.hide();
  };

  ngOnDestroy(): void {
    this.hide();
  }
}
