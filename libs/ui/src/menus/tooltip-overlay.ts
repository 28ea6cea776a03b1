import { Overlay, OverlayRef } from '@angular/cdk/overlay';
import { ComponentPortal } from '@angular/cdk/portal';
import { Component, ElementRef, Injector, signal } from '@angular/core';

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
      font-size: 0.75rem;
      line-height: 1rem;
    }
  `,
})
class TooltipBubble {
  readonly text = signal('');
  readonly id = signal('');
}

/**
 * Shows `text` below `host`, or above where there is no space; the caller disposes of it.
 * @param onPointer called with true when the pointer enters the bubble, false when it leaves.
 */
export function showBubble(
  injector: Injector,
  host: ElementRef<HTMLElement>,
  { id, text }: { id: string; text: string },
  onPointer: (isOver: boolean) => void,
): OverlayRef {
  const overlay = injector.get(Overlay);
  const ref = overlay.create({
    positionStrategy: overlay
      .position()
      .flexibleConnectedTo(host)
      .withPush(true)
      .withViewportMargin(8)
      .withPositions([
        { originX: 'center', originY: 'bottom', overlayX: 'center', overlayY: 'top', offsetY: 6 },
        { originX: 'center', originY: 'top', overlayX: 'center', overlayY: 'bottom', offsetY: -6 },
      ]),
    scrollStrategy: overlay.scrollStrategies.close(),
  });
  const bubble = ref.attach(new ComponentPortal(TooltipBubble));
  bubble.instance.text.set(text);
  bubble.instance.id.set(id);
  ref.overlayElement.addEventListener('mouseenter', () => onPointer(true));
  ref.overlayElement.addEventListener('mouseleave', () => onPointer(false));
  return ref;
}
