import { ViewportScroller } from '@angular/common';
import { afterRenderEffect, inject, Signal, signal } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import { Router, Scroll } from '@angular/router';
import { filter, fromEvent, merge } from 'rxjs';

/**
 * After Back and Forward, restores the scroll position once `isDrawn` is true. The router tries at once, when a page
 * that is still loading is too short for it. Does nothing after input of the user (wheel, touch, key). Called by the component
 * of the page in its constructor.
 */
export function returnToPlace(isDrawn: Signal<boolean>): void {
  const scroller = inject(ViewportScroller);
  const place = signal<[number, number] | null>(null);
  inject(Router)
    .events.pipe(
      filter((event) => event instanceof Scroll),
      takeUntilDestroyed(),
    )
    .subscribe(({ position }) => place.set(position));
  merge(...['wheel', 'touchmove', 'keydown'].map((name) => fromEvent(window, name)))
    .pipe(takeUntilDestroyed())
    .subscribe(() => place.set(null));
  afterRenderEffect(() => {
    const position = place();
    if (!position || !isDrawn()) return;
    place.set(null);
    scroller.scrollToPosition(position);
  });
}
