import { DestroyRef, ElementRef, inject } from '@angular/core';

/** Elements measured into each property: several may overlap at the same edge. */
const hosts = new Map<string, Set<HTMLElement>>();

/**
 * Writes the height of the host into a CSS custom property of the page, such as `--notice`, so that scrolling into view
 * takes bars at an edge into account; of several hosts the highest counts. `0px` while there is none. Must be called in
 * an injection context.
 */
export function measureInto(property: `--${string}`): void {
  if (typeof ResizeObserver !== 'function') return;
  const host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  const all = hosts.get(property) ?? new Set();
  hosts.set(property, all.add(host));
  const write = (): void => {
    const highest = Math.max(0, ...[...all].map(({ offsetHeight }) => offsetHeight));
    document.documentElement.style.setProperty(property, `${String(highest)}px`);
  };
  const observer = new ResizeObserver(write);
  observer.observe(host);
  inject(DestroyRef).onDestroy(() => {
    observer.disconnect();
    all.delete(host);
    write();
  });
}
