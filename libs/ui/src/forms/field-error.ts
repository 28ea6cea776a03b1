import { Component, effect, input, linkedSignal } from '@angular/core';
import { Icon } from '../icon';

/**
 * How long an error must be shown before it is read out, in milliseconds, so that typing is not interrupted at each
 * key.
 */
const PAUSE_MS = 500;

/**
 * The error of one control, which references it by `aria-describedby`. A new error is read out once: with the control
 * when the focus moves there, else on its own. For that it moves into a live region after a delay.
 */
@Component({
  selector: 'sp-field-error',
  imports: [Icon],
  template: `
    @if (text() && announced() === 'not') {
      <p [id]="errorId()"><sp-icon name="circle-alert" [size]="14" />{{ text() }}</p>
    }
    <div aria-live="polite">
      @if (text() && announced() !== 'not') {
        @if (announced() === 'elsewhere') {
          <span class="sr-only">{{ label() }}:</span>
        }
        <p [id]="errorId()"><sp-icon name="circle-alert" [size]="14" />{{ text() }}</p>
      }
    </div>
  `,
  styles: `
    /* Takes no place between the parts of a field, and stays in the tree that assistive technology reads. */
    :host(:not(:has(p))) {
      position: absolute;
    }
    p {
      display: flex;
      gap: 4px;
      color: var(--stop);
      font-size: 0.75rem;
      line-height: 1rem;
    }
    sp-icon {
      margin-block-start: 1px;
    }
  `,
})
export class FieldError {
  /** Id that the control references by `aria-describedby`. */
  readonly errorId = input.required<string>();
  /** Label of the control, read out with the error where the focus is elsewhere. */
  readonly label = input.required<string>();
  readonly text = input.required<string | null>();
  protected readonly announced = linkedSignal<string | null, 'not' | 'here' | 'elsewhere'>({
    source: this.text,
    computation: () => 'not',
  });

  constructor() {
    let isFirst = true;
    effect((onCleanup) => {
      const text = this.text();
      // An error that exists when the page is rendered is read with the page.
      const isNew = !isFirst;
      isFirst = false;
      if (!text || !isNew) return;
      const before = document.activeElement;
      const timer = setTimeout(() => this.announce(before), PAUSE_MS);
      onCleanup(() => clearTimeout(timer));
    });
  }

  /** A user who focused the control after the error appeared has already heard it there. */
  private announce(before: Element | null): void {
    const now = document.activeElement;
    const isHere = now?.getAttribute('aria-describedby')?.split(' ').includes(this.errorId()) === true;
    if (!isHere || now === before) this.announced.set(isHere ? 'here' : 'elsewhere');
  }
}
