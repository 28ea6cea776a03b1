import { afterNextRender, DestroyRef, ElementRef, inject, Injector } from '@angular/core';

/**
 * Returns a function that focuses the first invalid field inside the component as soon as its error is rendered, which
 * also has it read out; a collapsed section around the field is expanded. Must be called in an injection context.
 */
export function errorRevealer(): () => void {
  const host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  const injector = inject(Injector);
  const reveal = (): void => {
    const field = host.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.closest('details')?.setAttribute('open', '');
    field?.focus();
  };
  const destroyed = inject(DestroyRef);
  // The user may have left the form while it was being sent.
  return () => {
    if (!destroyed.destroyed) afterNextRender(reveal, { injector });
  };
}
