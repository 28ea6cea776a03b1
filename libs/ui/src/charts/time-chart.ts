import {
  afterNextRender,
  booleanAttribute,
  Component,
  computed,
  DestroyRef,
  effect,
  ElementRef,
  inject,
  input,
  output,
  signal,
  viewChild,
} from '@angular/core';
import type { EChartsType } from 'echarts/core';
import { Button } from '../buttons/button';
import { inTurns } from '../in-turns';
import { numberFormat, Words } from '../words/index';
import { axisText, bucketText, momentText } from './bucket-texts';
import type { PictureText } from './picture';
import { coloursAround } from './save-picture';
import { themeColour } from './theme-colour';
import { isHour, isOver, TimePoint } from './time-axes';
import { axesOf, FONT_PX, linesOf, TimeDrawing, TipContent, tooltipOf } from './time-options';
import { composes } from '../focus/composes';

/** Steps of the first drawing: all of them in one task would block a phone for too long. */
const TURNS = { surface: 1, grid: 2, labels: 3, lines: 4, tip: 5 } as const;

/** Width of the drawing on paper, about that of A4 and Letter: the browser lays out paper without telling scripts. */
const PAPER_PX = 700;
/** Height of the drawing, which its box has too. */
const HEIGHT_PX = 240;
/** Media queries that change the colours of the page in addition to its own theme. Print is always light. */
const PALETTES = ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)', 'print'];

/** A shorter drag counts as a click, in pixels. */
const LEAST_DRAG = 8;
/** Space between the pointer and the tooltip above or below it, in pixels. */
const TIP_GAP = { above: 12, below: 20 } as const;

/**
 * Counts over time: the current period as an ink line above a signal-coloured area, dotted where its last hour or day
 * has not ended; the compared period as a dashed line behind. The same numbers are available as a table, also where the
 * chart library did not load. ECharts is loaded when the chart comes into view.
 */
@Component({
  selector: 'sp-time-chart',
  imports: [Button],
  templateUrl: './time-chart.html',
  styleUrl: './time-chart.css',
  host: { '(document:keydown.escape)': 'hideTipOnEscape($event)' },
})
export class TimeChart {
  readonly series = input.required<readonly TimePoint[]>();
  /** The previous period, bucket by bucket; shorter or empty when there is less data. */
  readonly previous = input<readonly TimePoint[]>([]);
  /** Name of the previous period; "Before" by default. */
  readonly previousLabel = input('');
  /** What is counted: the name of the line and of the column. */
  readonly label = input.required<string>();
  /** Whether a drag over the drawing selects days. A range picker offers the same without dragging. */
  readonly zoomable = input(false, { transform: booleanAttribute });
  /** The days (`YYYY-MM-DD`, UTC) that were dragged over. */
  readonly zoomed = output<{ from: string; to: string }>();

  protected readonly words = inject(Words);
  protected readonly asTable = signal(false);
  /** The chart library could not be loaded: the server is unavailable, or a new version has replaced the files. */
  protected readonly failed = signal(false);
  private readonly canvas = viewChild<ElementRef<HTMLElement>>('canvas');
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef);
  private readonly width = signal(0);
  private readonly init = signal<typeof import('./echarts').init | null>(null);
  /** The chart library is being loaded. */
  protected readonly isComing = computed(() => this.init() === null && !this.failed());
  private readonly turn = inTurns(TURNS.tip, () => this.init() !== null);
  private chart: EChartsType | null = null;
  /** The step of {@link TURNS} that was drawn last. */
  private drawn = 0;
  /** A drag in progress: start and current position, in pixels from the left. */
  protected readonly drag = signal<{ start: number; at: number } | null>(null);
  protected readonly band = computed(() => {
    const drag = this.drag();
    return drag && { left: Math.min(drag.start, drag.at), width: Math.abs(drag.at - drag.start) };
  });
  /** Where the pointer entered the point that the tooltip is about. */
  private tipped: { index: number; at: readonly [number, number] } | null = null;

  protected readonly isHourly = computed(() => isHour(this.series()[0]?.bucket ?? ''));
  /** The last bucket has not ended: its count may still grow. */
  protected readonly isOpen = computed(() => {
    const last = this.series().at(-1);
    return last !== undefined && !isOver(last.bucket, Date.now());
  });
  /** One sentence for users who do not see the drawing. */
  protected readonly summary = computed(() => {
    const series = this.series();
    const first = series[0];
    const last = series.at(-1);
    if (!first || !last) return this.label();
    const now = `${this.label()}: ${this.number(sumOf(series))}, ${this.moment(first.bucket)} – ${this.moment(last.bucket)}`;
    const sentences = [
      now,
      ...(this.previous().length ? [this.before()] : []),
      ...(this.isOpen() ? [this.open()] : []),
    ];
    return sentences.join('. ');
  });
  private readonly open = computed(() => this.words.t('ui.chart.open'));
  protected readonly beforeName = computed(() => this.previousLabel() || this.words.t('ui.chart.before'));
  /** Name of the dashed line, and its sum. */
  protected readonly before = computed(() => `${this.beforeName()}: ${this.number(sumOf(this.previous()))}`);

  constructor() {
    const destroyRef = inject(DestroyRef);
    afterNextRender(() => {
      const seen = new IntersectionObserver(([entry]) => {
        if (!entry?.isIntersecting) return;
        seen.disconnect();
        void this.fetch();
      });
      seen.observe(this.host.nativeElement);
      const resized = new ResizeObserver(([entry]) => this.width.set(Math.round(entry?.contentRect.width ?? 0)));
      resized.observe(this.host.nativeElement);
      // Synchronously: a printer takes what is drawn when the event handler returns.
      const repaint = (): void => this.draw();
      const themed = new MutationObserver(repaint);
      themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'dir'] });
      const palettes = PALETTES.map((query) => matchMedia(query));
      for (const palette of palettes) palette.addEventListener('change', repaint);
      destroyRef.onDestroy(() => {
        seen.disconnect();
        resized.disconnect();
        themed.disconnect();
        for (const palette of palettes) palette.removeEventListener('change', repaint);
        this.chart?.dispose();
      });
    });
    effect(() => this.draw());
  }

  /** The chart as an SVG file, in the colours of the current theme. */
  async picture(text: PictureText): Promise<string> {
    const { pictureOfTime } = await import('./picture');
    const compact = numberFormat(this.words.locale(), { notation: 'compact' });
    const [series, previous] = [this.series(), this.previous()];
    const countsOf = (points: readonly TimePoint[]): number[] => points.map(({ count }) => count);
    return pictureOfTime(
      {
        now: { name: `${this.label()}: ${this.number(sumOf(series))}`, counts: countsOf(series) },
        open: this.isOpen() ? this.open() : null,
        before: previous.length > 0 ? { name: this.before(), counts: countsOf(previous) } : null,
        times: series.map(({ bucket }) => axisText(bucket, series.length, this.words.locale())),
        value: (value) => compact.format(value),
      },
      text,
      coloursAround(this.host.nativeElement),
    );
  }

  /** Switches between drawing and table; retries loading a chart library that failed to load. */
  protected toggle(): void {
    this.asTable.update((asTable) => !asTable);
    if (!this.asTable() && this.failed()) void this.fetch();
  }

  protected hideTipOnEscape(event: Event): void {
    // While an input method is composing, Escape only cancels the composition.
    if (!composes(event)) this.hideTip();
  }

  /** Touch scrolls the page; a mouse or a pen drags. */
  protected press(event: PointerEvent): void {
    if (!this.zoomable() || event.pointerType === 'touch' || event.button !== 0 || this.series().length < 2) return;
    const stage = event.currentTarget as HTMLElement;
    // The tooltip overlaps the drawing, but is not a part of it.
    if ((event.target as Element).closest('.sp-chart-tip')) return;
    const start = event.clientX - stage.getBoundingClientRect().left;
    this.drag.set({ start, at: start });
    stage.setPointerCapture(event.pointerId);
  }

  protected move(event: PointerEvent): void {
    const at = event.clientX - (event.currentTarget as HTMLElement).getBoundingClientRect().left;
    this.drag.update((drag) => drag && { ...drag, at });
  }

  protected release(): void {
    const band = this.band();
    this.drag.set(null);
    if (!band || band.width < LEAST_DRAG) return;
    const [from, to] = [band.left, band.left + band.width].map((x) => this.dayAt(x)).sort();
    if (from !== undefined && to !== undefined) this.zoomed.emit({ from, to });
  }

  /** The day of the bucket at a horizontal position; the first or last one outside of the drawing. */
  private dayAt(x: number): string {
    const series = this.series();
    const index = this.chart?.convertFromPixel({ xAxisIndex: 0 }, x) ?? 0;
    const bucket = series[Math.min(series.length - 1, Math.max(0, Math.round(index)))]?.bucket ?? '';
    return bucket.slice(0, 'yyyy-mm-dd'.length);
  }

  protected hideTip(): void {
    this.drag.set(null);
    // ECharts keeps a tooltip open that it assumes the pointer to be on.
    this.host.nativeElement.querySelector('.sp-chart-tip')?.dispatchEvent(new Event('mouseleave'));
    this.chart?.dispatchAction({ type: 'updateAxisPointer', currTrigger: 'leave' });
  }

  protected number(value: number): string {
    return numberFormat(this.words.locale()).format(value);
  }

  protected time(bucket: string): string {
    return bucketText(bucket, this.words.locale());
  }

  private moment(bucket: string): string {
    return momentText(bucket, this.words.locale());
  }

  private async fetch(): Promise<void> {
    this.failed.set(false);
    try {
      this.init.set((await import('./echarts')).init);
    } catch (error) {
      console.warn(error);
      this.failed.set(true);
      this.asTable.set(true);
    }
  }

  private draw(): void {
    const init = this.init();
    const canvas = this.canvas()?.nativeElement;
    const turn = this.turn();
    const width = matchMedia('print').matches ? PAPER_PX : this.width();
    if (!init || !canvas || turn < TURNS.surface || width === 0) {
      this.chart?.dispose();
      this.chart = null;
      return;
    }
    if (this.chart?.getDom() !== canvas) {
      this.chart?.dispose();
      this.chart = init(canvas);
      this.chart.on('hideTip', () => {
        this.tipped = null;
      });
      this.drawn = 0;
    }
    const isResized = this.chart.getWidth() !== width;
    if (isResized) this.chart.resize({ width, height: HEIGHT_PX });
    if (turn < TURNS.grid) return;
    const drawing = this.drawing(width);
    const calm = matchMedia('(prefers-reduced-motion: reduce), print').matches;
    // A further step of the same drawing, or a new width, is not animated from the start.
    const isSame = isResized || turn > this.drawn;
    this.drawn = turn;
    const isRtl = document.documentElement.dir === 'rtl';
    this.chart.setOption(
      {
        animation: !calm,
        animationDuration: 120,
        textStyle: { fontFamily: drawing.font, color: drawing.colour('ink-2'), fontSize: FONT_PX },
        ...axesOf(drawing, { hasLabels: turn >= TURNS.labels, isRtl }),
        ...(turn >= TURNS.lines ? { series: linesOf(drawing) } : {}),
        ...(turn >= TURNS.tip
          ? { tooltip: tooltipOf(drawing.colour, { lines: this.tipLines, place: this.tipPlace }) }
          : {}),
      },
      { notMerge: !isSame },
    );
  }

  private drawing(width: number): TimeDrawing {
    return {
      series: this.series(),
      previous: this.previous(),
      isOpen: this.isOpen(),
      locale: this.words.locale(),
      width,
      font: getComputedStyle(this.host.nativeElement).getPropertyValue('--font'),
      colour: (name) => themeColour(this.host.nativeElement, name),
    };
  }

  /**
   * Above the pointer or below it, and fixed while the pointer stays at one point, so that the pointer can reach the
   * tooltip (WCAG 1.4.13).
   */
  private readonly tipPlace: TipContent['place'] = (at, index, [width, height]) => {
    if (this.tipped?.index !== index) this.tipped = { index, at };
    const [x, y] = this.tipped.at;
    const above = y - height - TIP_GAP.above;
    return [x - width / 2, above < 0 ? y + TIP_GAP.below : above];
  };

  private readonly tipLines: TipContent['lines'] = (index) => {
    const [now, before] = [this.series()[index], this.previous()[index]];
    if (!now) return [];
    return [
      `${this.number(now.count)} ${this.label()}`,
      this.moment(now.bucket),
      ...(this.isOpen() && index === this.series().length - 1 ? [this.open()] : []),
      ...(before ? [`${this.beforeName()}: ${this.number(before.count)}, ${this.moment(before.bucket)}`] : []),
    ];
  };
}

function sumOf(series: readonly TimePoint[]): number {
  return series.reduce((sum, { count }) => sum + count, 0);
}
