import { Directive, ElementRef, inject } from '@angular/core';
import { bareAddress } from './typed-destination';

/** On every box for a destination: what was copied around an address goes when it is pasted, or typed and left. */
@Directive({
  selector: 'input[appDestinationBox]',
  host: { '(change)': 'strip()', '(input)': 'read($event)' },
})
export class DestinationBox {
  private readonly box = inject<ElementRef<HTMLInputElement>>(ElementRef).nativeElement;

  protected read(event: Event): void {
    if (event instanceof InputEvent && event.inputType === 'insertFromPaste') this.strip();
  }

  protected strip(): void {
    const bare = bareAddress(this.box.value);
    if (bare === this.box.value) return;
    this.box.value = bare;
    // Whoever is bound to the box reads it at this.
    this.box.dispatchEvent(new Event('input'));
  }
}
