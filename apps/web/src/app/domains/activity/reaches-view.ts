import { Directive, ElementRef, inject, OnDestroy, output } from '@angular/core';

/** Emits when its element comes near the visible part of the page, to load more before the end is reached. */
@Directive({ selector: '[appReachesView]' })
export class ReachesView implements OnDestroy {
  readonly appReachesView = output<void>();
  private readonly observer: IntersectionObserver | null =
    typeof IntersectionObserver === 'function'
      ? new IntersectionObserver(
          (entries) => {
            if (entries.some((entry) => entry.isIntersecting)) this.appReachesView.emit();
          },
          { rootMargin: '600px' },
        )
      : null;

  constructor() {
    this.observer?.observe(inject<ElementRef<HTMLElement>>(ElementRef).nativeElement);
  }

  ngOnDestroy(): void {
    this.observer?.disconnect();
  }
}
