import { Overlay, OverlayRef } from '@angular/cdk/overlay';
import { ComponentPortal } from '@angular/cdk/portal';
import { Component, Directive, ElementRef, inject, input, OnDestroy, signal } from '@angular/core';

let nextId = 0;

@Component({
  selector: 'sp-tooltip-bubble',
  template: `{{ text() }}`,
  host: { role: 'tooltip', '[id]': 'id()' },
  styles: `
    :host {
      display: block;
      max-inline-size: 280px;
      padding: 6px 10px;
      border-radius: var(--r-control);
      background: var(--ink);
      color: var(--ground);
      font-size: 12px;
      line-height: 16px;
      pointer-events: none;
    }
  `,
})
export class TooltipBubble {
  readonly text = signal('');
  readonly id = signal('');
}

/**
 * A short explanation on hover and on keyboard focus. It describes (`aria-describedby`); the accessible name must be
 * there without it. Escape hides it.
 */
@Directive({
  selector: '[spTooltip]',
  host: {
    '(mouseenter)': 'showSoon()',
    '(mouseleave)': 'hide()',
    '(focus)': 'showOnKeyboard()',
    '(blur)': 'hide()',
    '(click)': 'hide()',
    '(keydown.escape)': 'hide()',
    '[attr.aria-describedby]': 'describedBy()',
  },
})
export class Tooltip implements OnDestroy {
  readonly spTooltip = input<string | null>('');
  /** False when the tooltip only repeats the accessible name (icon buttons). */
  readonly describes = input(true);

  private readonly overlay = inject(Overlay);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef);
  private readonly id = `sp-tooltip-${nextId++}`;
  private readonly shown = signal(false);
  private ref: OverlayRef | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  protected describedBy(): string | null {
    return this.shown() && this.describes() ? this.id : null;
  }

  protected showSoon(): void {
    this.timer = setTimeout(() => this.show(), 350);
  }

  protected showOnKeyboard(): void {
    if (this.host.nativeElement.matches(':focus-visible')) this.show();
  }

  protected show(): void {
    const text = this.spTooltip();
    if (!text || this.ref) return;
    this.ref = this.overlay.create({
      positionStrategy: this.overlay
        .position()
        .flexibleConnectedTo(this.host)
        .withPush(true)
        .withViewportMargin(8)
        .withPositions([
          { originX: 'center', originY: 'bottom', overlayX: 'center', overlayY: 'top', offsetY: 6 },
          { originX: 'center', originY: 'top', overlayX: 'center', overlayY: 'bottom', offsetY: -6 },
        ]),
      scrollStrategy: this.overlay.scrollStrategies.close(),
    });
    const bubble = this.ref.attach(new ComponentPortal(TooltipBubble));
    bubble.instance.text.set(text);
    bubble.instance.id.set(this.id);
    this.shown.set(true);
  }

  protected hide(): void {
    clearTimeout(this.timer);
    this.ref?.dispose();
    this.ref = null;
    this.shown.set(false);
  }

  ngOnDestroy(): void {
    this.hide();
  }
}
