import { afterNextRender, Directive, ElementRef, inject } from '@angular/core';

/** Puts the cursor into the first field of a screen or form that the person has just asked for. */
@Directive({ selector: '[spAutofocus]' })
export class Autofocus {
  constructor() {
    const host = inject<ElementRef<HTMLElement>>(ElementRef);
    afterNextRender(() => host.nativeElement.focus());
  }
}
