import {
  afterNextRender,
  Component,
  computed,
  DestroyRef,
  effect,
  ElementRef,
  inject,
  input,
  signal,
  viewChild,
} from '@angular/core';
import type { EChartsType } from 'echarts/core';
import { Button } from '../button';
import { dateFormat, numberFormat, Words } from '../words/index';

/** A count at an hour (`2026-11-21T03:00:00.000Z`) or a day (`2026-11-21`), UTC. */
export interface TimePoint {
  readonly bucket: string;
  readonly count: number;
}

/**
 * Counts over time: this window as an ink line over a signal ground, the compared one dashed behind. The same numbers
 * stand in a table for whoever prefers it. ECharts is fetched when the chart comes into view.
 */
@Component({
  selector: 'sp-time-chart',
  imports: [Button],
  templateUrl: './time-chart.html',
  styleUrl: './time-chart.css',
})
export class TimeChart {
  readonly series = input.required<readonly TimePoint[]>();
  /** The window before, bucket by bucket; shorter or empty when there is none. */
  readonly previous = input<readonly TimePoint[]>([]);
  /** What is counted: the name of the line and of the column. */
  readonly label = input.required<string>();

  protected readonly words = inject(Words);
  protected readonly asTable = signal(false);
  private readonly canvas = viewChild<ElementRef<HTMLElement>>('canvas');
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef);
  private readonly visible = signal(false);
  private readonly theme = signal(0);
  private readonly init = signal<typeof import('./echarts').init | null>(null);
  private chart: EChartsType | null = null;

  /** One sentence for people who do not see the drawing. */
  protected readonly summary = computed(() => {
    const series = this.series();
    const total = series.reduce((sum, point) => sum + point.count, 0);
    const first = series[0];
    const last = series.at(-1);
    return first && last
      ? `${this.label()}: ${this.number(total)}, ${this.time(first.bucket)} – ${this.time(last.bucket)}`
      : this.label();
  });

  constructor() {
    const destroyRef = inject(DestroyRef);
    afterNextRender(() => {
      const seen = new IntersectionObserver(([entry]) => {
        if (!entry?.isIntersecting) return;
        seen.disconnect();
        this.visible.set(true);
        void import('./echarts').then((module) => this.init.set(module.init));
      });
      seen.observe(this.host.nativeElement);
      const resized = new ResizeObserver(() => this.chart?.resize());
      resized.observe(this.host.nativeElement);
      const repaint = (): void => this.theme.update((n) => n + 1);
      const themed = new MutationObserver(repaint);
      themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'dir'] });
      const system = matchMedia('(prefers-color-scheme: dark)');
      system.addEventListener('change', repaint);
      destroyRef.onDestroy(() => {
        seen.disconnect();
        resized.disconnect();
        themed.disconnect();
        system.removeEventListener('change', repaint);
        this.chart?.dispose();
      });
    });
    effect(() => this.draw());
  }

  protected number(value: number): string {
    return numberFormat(this.words.locale()).format(value);
  }

  /** A bucket for reading: the hour of hours, the date of days. */
  protected time(bucket: string): string {
    const hour = bucket.length > 10;
    const options: Intl.DateTimeFormatOptions = hour
      ? { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }
      : { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' };
    return dateFormat(this.words.locale(), options).format(new Date(bucket));
  }

  private axisTime(bucket: string): string {
    const hour = bucket.length > 10;
    const options: Intl.DateTimeFormatOptions = hour
      ? { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }
      : { day: 'numeric', month: 'short', timeZone: 'UTC' };
    return dateFormat(this.words.locale(), options).format(new Date(bucket));
  }

  private draw(): void {
    const init = this.init();
    const canvas = this.canvas()?.nativeElement;
    this.theme();
    if (!init || !canvas) {
      this.chart?.dispose();
      this.chart = null;
      return;
    }
    if (!this.chart || this.chart.getDom() !== canvas) {
      this.chart?.dispose();
      this.chart = init(canvas);
    }
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string): string => style.getPropertyValue(name).trim();
    const series = this.series();
    const previous = this.previous();
    const single = series.length === 1;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.chart.setOption(
      {
        animation: !calm,
        animationDuration: 120,
        textStyle: { fontFamily: colour('--font'), color: colour('--ink-2'), fontSize: 12 },
        grid: { left: 4, right: 4, top: 16, bottom: 0, containLabel: true },
        xAxis: {
          type: 'category',
          inverse: document.documentElement.dir === 'rtl',
          boundaryGap: single,
          data: series.map(({ bucket }) => bucket),
          axisLine: { lineStyle: { color: colour('--line-2') } },
          axisTick: { show: false },
          axisLabel: {
            color: colour('--ink-2'),
            hideOverlap: true,
            formatter: (bucket: string) => this.axisTime(bucket),
          },
        },
        yAxis: {
          type: 'value',
          minInterval: 1,
          splitNumber: 4,
          splitLine: { lineStyle: { color: colour('--line') } },
          axisLabel: {
            color: colour('--ink-2'),
            formatter: (value: number) => numberFormat(this.words.locale(), { notation: 'compact' }).format(value),
          },
        },
        tooltip: {
          trigger: 'axis',
          className: 'sp-chart-tip',
          backgroundColor: colour('--surface'),
          borderColor: colour('--line'),
          padding: [8, 12],
          textStyle: { color: colour('--ink'), fontSize: 12 },
          axisPointer: { type: 'line', lineStyle: { color: colour('--ink-2'), type: 'solid', width: 1 } },
          // An element, not markup: markup would bring style attributes, which our policy forbids.
          formatter: (points: unknown) => this.tip(points),
        },
        series: [
          ...(previous.length
            ? [
                {
                  type: 'line',
                  data: series.map((_, i) => previous[i]?.count ?? null),
                  symbol: 'none',
                  silent: true,
                  lineStyle: { color: colour('--ink-2'), type: 'dashed', width: 1.5 },
                },
              ]
            : []),
          {
            type: 'line',
            data: series.map(({ count }) => count),
            showSymbol: single,
            symbol: 'circle',
            symbolSize: 7,
            itemStyle: { color: colour('--signal'), borderColor: colour('--ink'), borderWidth: 1.5 },
            lineStyle: { color: colour('--ink'), width: 1.75 },
            areaStyle: { color: colour('--signal'), opacity: 0.4 },
          },
        ],
      },
      // Drawn with the next frame: taking the numbers in and drawing them is one task too long for a phone.
      { notMerge: true, lazyUpdate: true },
    );
  }

  private tip(points: unknown): HTMLElement | string {
    const first: unknown = Array.isArray(points) ? points[0] : undefined;
    const index = typeof first === 'object' && first !== null && 'dataIndex' in first ? Number(first.dataIndex) : -1;
    const now = this.series()[index];
    if (!now) return '';
    const box = document.createElement('div');
    const line = (text: string, strong = false): void => {
      const row = document.createElement(strong ? 'strong' : 'div');
      row.textContent = text;
      box.append(row);
    };
    line(`${this.number(now.count)} ${this.label()}`, true);
    line(this.time(now.bucket));
    const before = this.previous()[index];
    if (before) line(`${this.words.t('ui.chart.before')}: ${this.number(before.count)}, ${this.time(before.bucket)}`);
    return box;
  }
}
