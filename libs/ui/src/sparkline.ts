import { Component, computed, input } from '@angular/core';

/** Size of the drawing in view box units, independent of its size on screen. */
const WIDTH = 100;
const HEIGHT = 20;
/** Margin above and below in view box units, so that the stroke is not cut off. */
const EDGE = 1;

/**
 * Counts over time as a small line without axes that fills its host. Its meaning is given by the text next to it or by
 * `label`; a pulsing placeholder shows while the counts load.
 */
@Component({
  selector: 'sp-sparkline',
  template: `@if (points(); as points) {
      <svg aria-hidden="true" [attr.viewBox]="viewBox" preserveAspectRatio="none">
        <polygon [attr.points]="points.area" />
        <polyline [attr.points]="points.line" />
      </svg>
    } @else if (isLoading()) {
      <span aria-hidden="true"></span>
    }
    @if (label(); as label) {
      <span class="sr-only">{{ label }}</span>
    }`,
  host: { '[class.flat]': 'isFlat()', '[attr.title]': 'label() || null' },
  styles: `
    :host {
      display: block;
      inline-size: 64px;
      block-size: 20px;
    }
    svg,
    span:not(.sr-only) {
      display: block;
      inline-size: 100%;
      block-size: 100%;
    }
    :host-context([dir='rtl']) svg {
      scale: -1 1;
    }
    polygon {
      fill: var(--signal-fill);
    }
    polyline {
      fill: none;
      stroke: var(--ink);
      stroke-width: 1.25;
      stroke-linejoin: round;
      vector-effect: non-scaling-stroke;
    }
    /* Nothing happened: a ground line, not a result. */
    :host(.flat) polyline {
      stroke: var(--line-2);
    }
    span:not(.sr-only) {
      border-radius: 4px;
      background: var(--surface-2);
      animation: sp-spark-breathe 1.4s 150ms ease-in-out infinite alternate backwards;
    }
    @keyframes sp-spark-breathe {
      from {
        opacity: 1;
      }
      to {
        opacity: 0.5;
      }
    }
  `,
})
export class Sparkline {
  /** Oldest first, at least two; undefined while they load or when loading failed. */
  readonly counts = input.required<readonly number[] | undefined>();
  readonly isLoading = input(false);
  /** What the line shows, with its sum and period: accessible name and tooltip. */
  readonly label = input('');
  protected readonly viewBox = `0 0 ${WIDTH} ${HEIGHT}`;
  protected readonly isFlat = computed(() => (this.counts() ?? []).every((count) => count === 0));
  protected readonly points = computed(() => {
    const counts = this.counts();
    if (counts === undefined || counts.length < 2) return null;
    const top = Math.max(1, ...counts);
    const step = WIDTH / (counts.length - 1);
    const at = (count: number, index: number): string =>
      `${round(index * step)},${round(HEIGHT - EDGE - (count / top) * (HEIGHT - 2 * EDGE))}`;
    const line = counts.map(at).join(' ');
    return { line, area: `0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}` };
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
