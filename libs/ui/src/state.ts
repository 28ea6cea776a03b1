import { Component, DestroyRef, inject, input, output } from '@angular/core';
import { Button } from './buttons/button';
import { keepFocus } from './focus/keep-focus';
import { Words } from './words/index';

/** Drawing of a signpost whose boards show the kind of empty state. */
@Component({
  selector: 'sp-picture',
  template: `<svg viewBox="0 0 120 72" width="120" height="72" aria-hidden="true">
    <path d="M0 66h120" stroke="var(--line)" stroke-width="2" />
    <path d="M18 66v-6M24 66v-9M98 66v-7M104 66v-4" stroke="var(--line-2)" stroke-width="1.5" opacity=".6" />
    <rect x="57" y="8" width="6" height="58" fill="var(--ink)" />
    @switch (kind()) {
      @case ('empty') {
        <rect x="44" y="14" width="52" height="16" fill="var(--signal)" />
        <rect
          x="26"
          y="36"
          width="46"
          height="16"
          fill="none"
          stroke="var(--line-2)"
          stroke-width="2"
          stroke-dasharray="4 4"
        />
      }
      @case ('error') {
        <rect x="44" y="14" width="52" height="16" fill="var(--signal)" transform="rotate(14 60 22)" />
        <rect
          x="26"
          y="38"
          width="46"
          height="16"
          fill="var(--surface-2)"
          stroke="var(--line-2)"
          stroke-width="2"
          transform="rotate(-9 60 46)"
        />
      }
      @case ('forbidden') {
        <rect x="32" y="14" width="56" height="22" fill="var(--surface)" stroke="var(--stop)" stroke-width="3" />
        <path d="M42 25h36" stroke="var(--stop)" stroke-width="5" />
      }
    }
  </svg>`,
  styles: `
    :host {
      display: block;
    }
  `,
})
class Picture {
  readonly kind = input.required<'empty' | 'error' | 'forbidden'>();
}

/** An empty state: one picture, one explaining sentence, one next step (projected). */
@Component({
  selector: 'sp-empty',
  imports: [Picture],
  template: `<sp-picture [kind]="kind()" />
    <h2>{{ heading() }}</h2>
    @if (text()) {
      <p>{{ text() }}</p>
    }
    <div class="row"><ng-content /></div>`,
  styleUrl: './state.css',
})
export class Empty {
  readonly heading = input.required<string>();
  readonly text = input('');
  readonly kind = input<'empty' | 'error' | 'forbidden'>('empty');
}

/** Loading failed: what happened, that no data is lost, and a button to try again. */
@Component({
  selector: 'sp-failed',
  imports: [Button, Picture],
  template: `<sp-picture kind="error" />
    <h2>{{ words.t('ui.failed.heading') }}</h2>
    <p>{{ text() || words.t('ui.failed.text') }}</p>
    <button spButton icon="refresh-cw" (click)="tryAgain()">{{ words.t('ui.failed.retry') }}</button>`,
  host: { role: 'alert' },
  styleUrl: './state.css',
})
export class Failed {
  readonly text = input('');
  readonly retry = output<void>();
  protected readonly words = inject(Words);
  private hasTried = false;

  constructor() {
    // The button is removed with the error: the focus moves to the page's content instead of being lost.
    inject(DestroyRef).onDestroy(() => {
      if (this.hasTried) keepFocus();
    });
  }

  protected tryAgain(): void {
    this.hasTried = true;
    this.retry.emit();
  }
}

/** The user's role does not allow this. */
@Component({
  selector: 'sp-forbidden',
  imports: [Picture],
  template: `<sp-picture kind="forbidden" />
    <h2>{{ words.t('ui.forbidden.heading') }}</h2>
    <p>{{ text() || words.t('ui.forbidden.text') }}</p>`,
  styleUrl: './state.css',
})
export class Forbidden {
  readonly text = input('');
  protected readonly words = inject(Words);
}
