import { Component, computed, input } from '@angular/core';

/** The drawing has so many units in width and height, whatever its size on screen. */
const WIDTH = 100;
const HEIGHT = 20;
/** Kept free above and below, so that the stroke is not cut. */
const EDGE = 1;

/**
 * Counts over time as a small line without axes, as wide and high as its host. What it says is the text beside it, or its
 * `label`; before the counts come it breathes like a skeleton.
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
  /** Oldest first, two at least; undefined while they are on their way, or when they did not come. */
  readonly counts = input.required<readonly number[] | undefined>();
  readonly isLoading = input(false);
  /** What it shows, with its sum and period: read out, and seen on hover. */
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
