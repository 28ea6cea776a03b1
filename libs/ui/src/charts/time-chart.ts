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
import { dateFormat, numberFormat, Words } from '../words/index';
import type { PictureText } from './picture';
import { coloursAround } from './save-picture';
import { themeColour } from './theme-colour';
import { isHour, isLabelled, isOver, labelEvery, valueScale } from './time-axes';
import { composes } from '../focus/composes';

/** A count of an hour (`2026-11-21T03:00:00.000Z`) or a day (`2026-11-21`), UTC. */
export interface TimePoint {
  readonly bucket: string;
  readonly count: number;
}

/** Steps of the first drawing: all of them in one task would block a phone for too long. */
const TURNS = { surface: 1, grid: 2, labels: 3, lines: 4, tip: 5 } as const;

const HOUR: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
};
const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' };

/** Width of the drawing on paper, about that of A4 and Letter: the browser lays out paper without telling scripts. */
const PAPER_PX = 700;
/** Height of the drawing, which its box has too. */
const HEIGHT_PX = 240;
/** Media queries that change the colours of the page in addition to its own theme. Print is always light. */
const PALETTES = ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)', 'print'];

const FONT_PX = 12;
/** Space between the labels of the value axis and the drawing, in pixels. */
const LABEL_PAD = 8;
/** A shorter drag counts as a click, in pixels. */
const LEAST_DRAG = 8;
/** Space after the last point, in pixels. */
const EDGE = 4;
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
        times: series.map(({ bucket }) => this.axisTime(bucket)),
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

  /** A bucket as text where the column heading says that times are UTC: the hour for hours, the date for days. */
  protected time(bucket: string): string {
    return dateFormat(this.words.locale(), isHour(bucket) ? HOUR : DAY).format(new Date(bucket));
  }

  /** A bucket as text on its own: an hour names its time zone, which may differ from the reader's. */
  private moment(bucket: string): string {
    if (!isHour(bucket)) return this.time(bucket);
    return dateFormat(this.words.locale(), { ...HOUR, timeZoneName: 'short' }).format(new Date(bucket));
  }

  /** Where hours span several days, each midnight is labelled with the date. */
  private axisTime(bucket: string): string {
    const isDay = !isHour(bucket) || (this.series().length > 24 && bucket.includes('T00:00'));
    const options: Intl.DateTimeFormatOptions = isDay
      ? { day: 'numeric', month: 'short', timeZone: 'UTC' }
      : { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' };
    return dateFormat(this.words.locale(), options).format(new Date(bucket));
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
    const font = getComputedStyle(this.host.nativeElement).getPropertyValue('--font');
    const colour = (name: string): string => themeColour(this.host.nativeElement, name);
    const calm = matchMedia('(prefers-reduced-motion: reduce), print').matches;
    // A further step of the same drawing, or a new width, is not animated from the start.
    const isSame = isResized || turn > this.drawn;
    this.drawn = turn;
    this.chart.setOption(
      {
        animation: !calm,
        animationDuration: 120,
        textStyle: { fontFamily: font, color: colour('ink-2'), fontSize: FONT_PX },
        ...this.axes(width, turn >= TURNS.labels, font, colour),
        ...(turn >= TURNS.lines ? { series: this.lines(colour) } : {}),
        ...(turn >= TURNS.tip ? { tooltip: this.tooltip(colour) } : {}),
      },
      { notMerge: !isSame },
    );
  }

  private lines(colour: (name: string) => string): object[] {
    const series = this.series();
    const previous = this.previous();
    const counts = series.map(({ count }) => count);
    // A series has one stroke style, so the segment to an unfinished point is a series of its own.
    const over = this.isOpen() ? Math.max(1, counts.length - 1) : counts.length;
    const now = {
      type: 'line',
      data: counts.map((count, i) => (i < over ? count : null)),
      showSymbol: series.length === 1,
      symbol: 'circle',
      symbolSize: 7,
      itemStyle: { color: colour('signal'), borderColor: colour('ink'), borderWidth: 1.5 },
      lineStyle: { color: colour('ink'), width: 1.75 },
      // Translucent, so that the grid lines stay visible.
      areaStyle: { color: colour('signal-fill'), opacity: 0.8 },
    };
    const before = {
      type: 'line',
      data: series.map((_, i) => previous[i]?.count ?? null),
      symbol: 'none',
      silent: true,
      lineStyle: { color: colour('ink-2'), type: 'dashed', width: 1.5 },
    };
    const last = {
      ...now,
      data: counts.map((count, i) => (i < over - 1 ? null : count)),
      lineStyle: { ...now.lineStyle, type: 'dotted' },
    };
    return [...(previous.length ? [before] : []), now, ...(over < counts.length ? [last] : [])];
  }

  private tooltip(colour: (name: string) => string): object {
    return {
      trigger: 'axis',
      confine: true,
      enterable: true,
      position: (
        at: [number, number],
        points: unknown,
        _tip: unknown,
        _point: unknown,
        size: { contentSize: number[] },
      ) => this.tipPlace(at, indexOf(points), size.contentSize),
      className: 'sp-chart-tip',
      backgroundColor: colour('surface'),
      borderColor: colour('line'),
      padding: [8, 12],
      textStyle: { color: colour('ink'), fontSize: FONT_PX },
      axisPointer: { type: 'line', lineStyle: { color: colour('ink-2'), type: 'solid', width: 1 } },
      // An element, not markup: markup would bring style attributes, which our content security policy forbids.
      formatter: (points: unknown) => this.tip(points),
    };
  }

  /**
   * The axes with scale, labels and margins. ECharts would find them by laying out the labels several times, which
   * takes half of the time that a phone needs for a chart.
   */
  private axes(width: number, hasLabels: boolean, font: string, colour: (name: string) => string): object {
    const series = this.series();
    const isRtl = document.documentElement.dir === 'rtl';
    const isSingle = series.length === 1;
    const { step, top } = valueScale(Math.max(0, ...[...series, ...this.previous()].map(({ count }) => count)));
    const compact = numberFormat(this.words.locale(), { notation: 'compact' });
    const ruler = document.createElement('canvas').getContext('2d');
    if (ruler) ruler.font = `${FONT_PX}px ${font}`;
    const widthOf = (text: string): number => ruler?.measureText(text).width ?? text.length * FONT_PX;
    const values = Array.from({ length: top / step + 1 }, (_, i) => compact.format(i * step));
    const times = [series[0], series[1], series.at(-1)].map((point) =>
      point ? widthOf(this.axisTime(point.bucket)) : 0,
    );
    const widest = Math.max(...times);
    // Half of a label extends beyond the edge where a point is at the edge.
    const overhang = isSingle ? 0 : Math.ceil(widest / 2);
    const least = Math.max(...values.map(widthOf)) + LABEL_PAD;
    const every = labelEvery(series.length, width - least, widest);
    const left = Math.ceil(Math.max(least, overhang));
    const right = Math.max(EDGE, overhang);
    return {
      grid: { left, right, top: 16, bottom: 24, outerBoundsMode: 'none' },
      xAxis: {
        type: 'category',
        inverse: isRtl,
        boundaryGap: isSingle,
        data: series.map(({ bucket }) => bucket),
        axisLine: { lineStyle: { color: colour('line-2') } },
        axisTick: { show: false },
        axisLabel: {
          show: hasLabels,
          color: colour('ink-2'),
          interval: (index: number) => isLabelled(index, series.length, every),
          formatter: (bucket: string) => this.axisTime(bucket),
        },
      },
      yAxis: {
        type: 'value',
        min: 0,
        max: top,
        interval: step,
        splitLine: { lineStyle: { color: colour('line') } },
        axisLabel: {
          show: hasLabels,
          color: colour('ink-2'),
          formatter: (value: number) => compact.format(value),
        },
      },
    };
  }

  /**
   * Above the pointer or below it, and fixed while the pointer stays at one point, so that the pointer can reach the
   * tooltip (WCAG 1.4.13).
   */
  private tipPlace(at: readonly [number, number], index: number, [width = 0, height = 0]: number[]): [number, number] {
    if (this.tipped?.index !== index) this.tipped = { index, at };
    const [x, y] = this.tipped.at;
    const above = y - height - TIP_GAP.above;
    return [x - width / 2, above < 0 ? y + TIP_GAP.below : above];
  }

  private tip(points: unknown): HTMLElement | string {
    const index = indexOf(points);
    const now = this.series()[index];
    if (!now) return '';
    const box = document.createElement('div');
    const line = (text: string, strong = false): void => {
      const row = document.createElement(strong ? 'strong' : 'div');
      row.textContent = text;
      box.append(row);
    };
    line(`${this.number(now.count)} ${this.label()}`, true);
    line(this.moment(now.bucket));
    if (this.isOpen() && index === this.series().length - 1) line(this.open());
    const before = this.previous()[index];
    if (before) line(`${this.beforeName()}: ${this.number(before.count)}, ${this.moment(before.bucket)}`);
    return box;
  }
}

/** Index of the point that a tooltip is about, from the parameters that ECharts passes. */
function indexOf(points: unknown): number {
  const first: unknown = Array.isArray(points) ? points[0] : undefined;
  return typeof first === 'object' && first !== null && 'dataIndex' in first ? Number(first.dataIndex) : -1;
}

function sumOf(series: readonly TimePoint[]): number {
  return series.reduce((sum, { count }) => sum + count, 0);
}
