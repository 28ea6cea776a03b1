import { Component, input } from '@angular/core';

/**
 * Grey bars in the shape of the content being loaded; they appear after 150 ms, so that quick responses do not flicker.
 */
@Component({
  selector: 'sp-skeleton',
  template: `@for (row of rows(); track $index) {
    <span [class]="shape()"></span>
  }`,
  host: { 'aria-hidden': 'true' },
  styles: `
    :host {
      display: grid;
      gap: 12px;
      animation: sp-appear 1ms 150ms backwards;
    }
    span {
      display: block;
      block-size: 12px;
      border-radius: 4px;
      background: var(--surface-2);
      animation: sp-breathe 1.4s ease-in-out infinite alternate;
    }
    span:nth-child(3n + 2) {
      inline-size: 82%;
    }
    span:nth-child(3n) {
      inline-size: 64%;
    }
    span.row {
      block-size: 44px;
      inline-size: 100%;
    }
    span.control {
      block-size: var(--control);
      inline-size: 9rem;
    }
    span.block {
      block-size: 272px;
      inline-size: 100%;
      border-radius: var(--r-card);
    }
    span.card {
      block-size: 84px;
      inline-size: 100%;
      border-radius: var(--r-card);
    }
    @keyframes sp-appear {
      from {
        visibility: hidden;
      }
    }
    @keyframes sp-breathe {
      to {
        opacity: 0.5;
      }
    }
  `,
})
export class Skeleton {
  readonly count = input(3);
  readonly shape = input<'line' | 'row' | 'control' | 'card' | 'block'>('line');
  protected readonly rows = (): unknown[] => Array.from({ length: this.count() });
}
