import { afterNextRender, ElementRef, inject, Injector } from '@angular/core';

/**
 * What leads to the first field with a mistake inside the component as soon as the mistake shows, which also reads it
 * out; a folded section around the field is opened. To be made where the component injects.
 */
export function errorRevealer(): () => void {
  const host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  const injector = inject(Injector);
  const reveal = (): void => {
    const field = host.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.closest('details')?.setAttribute('open', '');
    field?.focus();
  };
  return () => void afterNextRender(reveal, { injector });
}
