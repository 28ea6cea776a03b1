import { CdkTrapFocus } from '@angular/cdk/a11y';
import { CdkConnectedOverlay, CdkOverlayOrigin, ConnectedPosition } from '@angular/cdk/overlay';
import { Component, computed, input, model, signal } from '@angular/core';

/** Below the control rather than above it; at the preferred edge rather than the other one. */
const positions = (...edges: ('start' | 'end')[]): ConnectedPosition[] => [
  ...edges.map((x) => ({ originX: x, originY: 'bottom', overlayX: x, overlayY: 'top', offsetY: 4 }) as const),
  ...edges.map((x) => ({ originX: x, originY: 'top', overlayX: x, overlayY: 'bottom', offsetY: -4 }) as const),
];
const POSITIONS = { start: positions('start', 'end'), end: positions('end', 'start') };

/**
 * The CDK limits the height of an overlay only where a minimum height is set; a larger minimum would leave small
 * popovers half empty.
 */
const LEAST_HEIGHT_PX = 1;

/**
 * A small surface attached to a control: `<button cdkOverlayOrigin #o="cdkOverlayOrigin">` and `<sp-popover
 * [origin]="o" [(open)]="open" [label]="…">`. Escape and a click outside close it; focus returns. Content that is too
 * high for the space next to the control scrolls; `popoverFoot` stays visible below it.
 */
@Component({
  selector: 'sp-popover',
  imports: [CdkConnectedOverlay, CdkTrapFocus],
  template: `
    <ng-template
      cdkConnectedOverlay
      [cdkConnectedOverlayOrigin]="origin()"
      [cdkConnectedOverlayOpen]="open()"
      [cdkConnectedOverlayPositions]="positions()"
      [cdkConnectedOverlayFlexibleDimensions]="true"
      [cdkConnectedOverlayMinHeight]="leastHeight"
      [cdkConnectedOverlayPush]="true"
      [cdkConnectedOverlayViewportMargin]="8"
      (positionChange)="isBelow.set($event.connectionPair.overlayY === 'top')"
      (overlayOutsideClick)="outside($event)"
      (detach)="open.set(false)"
    >
      <div
        class="surface"
        [class.below]="isBelow()"
        role="dialog"
        [attr.aria-label]="label()"
        cdkTrapFocus
        cdkTrapFocusAutoCapture
      >
        <div class="content"><ng-content /></div>
        <ng-content select="[popoverFoot]" />
      </div>
    </ng-template>
  `,
  styles: `
    /* Opens over the page and takes no place in it. */
    :host {
      display: contents;
    }
    .surface {
      display: flex;
      flex-direction: column;
      max-inline-size: calc(100vw - 16px);
      max-block-size: min(720px, calc(100dvh - 32px));
      overflow: hidden;
      border: 1px solid var(--line);
      border-radius: var(--r-card);
      background: var(--surface);
      box-shadow: var(--shadow);
    }
    /*
     * Above the bar at the foot of a phone, as in the page's scroll padding: of half a link little is left to press. A low
     * window, as when a desk is enlarged four times, has room for the first field only over that bar.
     */
    @media (max-width: 45em) and (min-height: 30em) {
      .below {
        margin-block-end: calc(64px + env(safe-area-inset-bottom));
      }
    }
    /* A scroll bar that takes room takes it from the padding of what is scrolled, and brings no second one. */
    .content {
      min-block-size: 0;
      overflow: hidden auto;
    }
  `,
})
export class Popover {
  readonly origin = input.required<CdkOverlayOrigin>();
  readonly open = model(false);
  readonly label = input.required<string>();
  /** The edge of the control to align with where there is space. */
  readonly edge = input<'start' | 'end'>('start');
  protected readonly leastHeight = LEAST_HEIGHT_PX;
  protected readonly isBelow = signal(false);
  protected readonly positions = computed(() => POSITIONS[this.edge()]);

  protected outside(event: MouseEvent): void {
    // A click on the origin already toggles; closing here as well would open it again.
    const origin = this.origin().elementRef.nativeElement as HTMLElement;
    if (!origin.contains(event.target as Node | null)) this.open.set(false);
  }
}
