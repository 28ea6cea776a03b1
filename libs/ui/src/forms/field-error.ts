import { Component, effect, input, linkedSignal } from '@angular/core';
import { Icon } from '../icon';

/** How long an error has to stand before it is read out: nobody is interrupted at each key. In milliseconds. */
const PAUSE_MS = 500;

/**
 * The error of one control, which names it by `aria-describedby`. An error that appears is heard once: with the control
 * where the focus goes there, else by itself. For that it moves into a live region when it has stood for a moment.
 */
@Component({
  selector: 'sp-field-error',
  imports: [Icon],
  template: `
    @if (text() && said() === 'not') {
      <p [id]="errorId()"><sp-icon name="circle-alert" [size]="14" />{{ text() }}</p>
    }
    <div aria-live="polite">
      @if (text() && said() !== 'not') {
        @if (said() === 'elsewhere') {
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
  /** What the control is described by. */
  readonly errorId = input.required<string>();
  /** Label of the control, read out with the error where the focus is elsewhere. */
  readonly label = input.required<string>();
  readonly text = input.required<string | null>();
  protected readonly said = linkedSignal<string | null, 'not' | 'here' | 'elsewhere'>({
    source: this.text,
    computation: () => 'not',
  });

  constructor() {
    let isFirst = true;
    effect((onCleanup) => {
      const text = this.text();
      // What stands there from the start is part of the page.
      const isNew = !isFirst;
      isFirst = false;
      if (!text || !isNew) return;
      const before = document.activeElement;
      const timer = setTimeout(() => this.say(before), PAUSE_MS);
      onCleanup(() => clearTimeout(timer));
    });
  }

  /** Who has come to the control since the error appeared has heard it there. */
  private say(before: Element | null): void {
    const now = document.activeElement;
    const isHere = now?.getAttribute('aria-describedby')?.split(' ').includes(this.errorId()) === true;
    if (!isHere || now === before) this.said.set(isHere ? 'here' : 'elsewhere');
  }
}
