import { DestroyRef, ElementRef, inject } from '@angular/core';

/** Who is measured into a property: several may lie at the same edge, one over the other. */
const hosts = new Map<string, Set<HTMLElement>>();

/**
 * Keeps the height of the host in a custom property of the page, such as `--notice`: what lies over an edge is reckoned
 * with when something scrolls into view. `0px` while it is not drawn. To be called where services can be injected.
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
