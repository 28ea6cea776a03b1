import { Component, computed, inject, input } from '@angular/core';
import { numberFormat, Words } from './words/index';

/** Progress of a long task. */
@Component({
  selector: 'sp-progress',
  template: `<progress [max]="max()" [value]="value()" [attr.aria-label]="label()"></progress>
    <span class="small muted num">{{ percent() }}</span>`,
  styles: `
    :host {
      display: flex;
      align-items: center;
      gap: 8px;
    }
    progress {
      appearance: none;
      flex: 1;
      block-size: 6px;
      border: 0;
      border-radius: 999px;
      background: var(--surface-2);
      overflow: hidden;
    }
    progress::-webkit-progress-bar {
      background: var(--surface-2);
    }
    progress::-webkit-progress-value {
      background: var(--signal);
      transition: inline-size var(--motion);
    }
    progress::-moz-progress-bar {
      background: var(--signal);
    }
  `,
})
export class Progress {
  readonly value = input.required<number>();
  readonly max = input.required<number>();
  readonly label = input.required<string>();
  private readonly words = inject(Words);
  protected readonly percent = computed(() =>
    numberFormat(this.words.locale(), { style: 'percent' }).format(this.max() ? this.value() / this.max() : 0),
  );
}
