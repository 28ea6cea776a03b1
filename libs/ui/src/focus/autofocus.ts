import { afterNextRender, Directive, ElementRef, inject } from '@angular/core';

/** Focuses the first field of a screen or form that the user has just opened. */
@Directive({ selector: '[spAutofocus]' })
export class Autofocus {
  constructor() {
    const host = inject<ElementRef<HTMLElement>>(ElementRef);
    afterNextRender(() => host.nativeElement.focus());
  }
}
