/* The options of ECharts for a chart of counts over time. */
import { numberFormat } from '../words/index';
import { axisText } from './bucket-texts';
import { isLabelled, labelEvery, TimePoint, valueScale } from './time-axes';

/** What is drawn. */
export interface TimeDrawing {
  readonly series: readonly TimePoint[];
  readonly previous: readonly TimePoint[];
  /** Whether the last bucket has not ended. */
  readonly isOpen: boolean;
  readonly locale: string;
  /** In pixels. */
  readonly width: number;
  readonly font: string;
  /** A colour of the theme by the name of its token. */
  readonly colour: (name: string) => string;
}

export const FONT_PX = 12;
/** Space between the labels of the value axis and the drawing, in pixels. */
const LABEL_PAD = 8;
/** Space after the last point, in pixels. */
const EDGE = 4;

/** The line of the compared period, and the line and area of the current one, dotted to an open last point. */
export function linesOf({ series, previous, isOpen, colour }: TimeDrawing): object[] {
  const counts = series.map(({ count }) => count);
  // A series has one stroke style, so the segment to an unfinished point is a series of its own.
  const over = isOpen ? Math.max(1, counts.length - 1) : counts.length;
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

/**
 * The axes with scale, labels and margins. ECharts would find them by laying out the labels several times, which takes
 * half of the time that a phone needs for a chart.
 */
export function axesOf(
  { series, previous, locale, width, font, colour }: TimeDrawing,
  { hasLabels, isRtl }: { readonly hasLabels: boolean; readonly isRtl: boolean },
): object {
  const isSingle = series.length === 1;
  const { step, top } = valueScale(Math.max(0, ...[...series, ...previous].map(({ count }) => count)));
  const compact = numberFormat(locale, { notation: 'compact' });
  const timeText = (bucket: string): string => axisText(bucket, series.length, locale);
  const ruler = document.createElement('canvas').getContext('2d');
  if (ruler) ruler.font = `${FONT_PX}px ${font}`;
  const widthOf = (text: string): number => ruler?.measureText(text).width ?? text.length * FONT_PX;
  const values = Array.from({ length: top / step + 1 }, (_, i) => compact.format(i * step));
  const times = [series[0], series[1], series.at(-1)].map((point) => (point ? widthOf(timeText(point.bucket)) : 0));
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
        formatter: timeText,
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

/** Texts and place of the tooltip of a point. */
export interface TipContent {
  /** What the tooltip says, the most important line first; empty for none. */
  readonly lines: (index: number) => readonly string[];
  /** The top left corner of a tooltip of this size, with the pointer `at` a position. */
  readonly place: (
    at: readonly [number, number],
    index: number,
    size: readonly [width: number, height: number],
  ) => [number, number];
}

export function tooltipOf(colour: (name: string) => string, { lines, place }: TipContent): object {
  return {
    trigger: 'axis',
    confine: true,
    enterable: true,
    position: (
      at: [number, number],
      points: unknown,
      _tip: unknown,
      _point: unknown,
      { contentSize: [width = 0, height = 0] }: { contentSize: number[] },
    ) => place(at, indexOf(points), [width, height]),
    className: 'sp-chart-tip',
    backgroundColor: colour('surface'),
    borderColor: colour('line'),
    padding: [8, 12],
    textStyle: { color: colour('ink'), fontSize: FONT_PX },
    axisPointer: { type: 'line', lineStyle: { color: colour('ink-2'), type: 'solid', width: 1 } },
    // An element, not markup: markup would bring style attributes, which our content security policy forbids.
    formatter: (points: unknown) => tipElement(lines(indexOf(points))),
  };
}

function tipElement(lines: readonly string[]): HTMLElement | string {
  if (lines.length === 0) return '';
  const box = document.createElement('div');
  for (const [at, text] of lines.entries()) {
    const row = document.createElement(at === 0 ? 'strong' : 'div');
    row.textContent = text;
    box.append(row);
  }
  return box;
}

/** Index of the point that a tooltip is about, from the parameters that ECharts passes. */
function indexOf(points: unknown): number {
  const first: unknown = Array.isArray(points) ? points[0] : undefined;
  return typeof first === 'object' && first !== null && 'dataIndex' in first ? Number(first.dataIndex) : -1;
}
