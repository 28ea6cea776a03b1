import { afterNextRender, Injector } from '@angular/core';

/**
 * Leads to the first field with a mistake inside `host` as soon as it shows, which also reads the mistake out; a folded
 * section around it is opened.
 */
export function revealError(host: HTMLElement, injector: Injector): void {
  afterNextRender(
    () => {
      const field = host.querySelector<HTMLElement>('[aria-invalid="true"]');
      field?.closest('details')?.setAttribute('open', '');
      field?.focus();
    },
    { injector },
  );
}
