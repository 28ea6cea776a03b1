import { isLabelled, labelEvery, valueScale } from './time-axes';

/** Text of a chart picture next to its figures: a saved picture must be understandable without the page. */
export interface PictureText {
  readonly title: string;
  /** Range, time zone, comparison, filters. */
  readonly about: string;
  readonly source: string;
}

/** Colours of the current theme, in the notation of SVG files. */
export interface PictureColours {
  readonly surface: string;
  readonly ink: string;
  readonly ink2: string;
  readonly line: string;
  readonly signal: string;
  /** Background of areas and bars; text on it has the `ink` colour. */
  readonly signalFill: string;
  /** Fixed category colours; number 1 is at index 0. */
  readonly categories: readonly string[];
}

/** A series of counts; its name includes the formatted sum. */
export interface PictureLine {
  readonly name: string;
  readonly counts: readonly number[];
}

export interface PictureOfTime {
  readonly now: PictureLine;
  /** Note for a last point whose time has not ended, shown in the name of the line; null when it has ended. */
  readonly open: string | null;
  readonly before: PictureLine | null;
  /** Labels of the buckets. */
  readonly times: readonly string[];
  /** Formats a value of the axis. */
  readonly value: (value: number) => string;
}

export interface PictureBar {
  readonly label: string;
  readonly count: number;
  /** Count and share as text. */
  readonly value: string;
  readonly category: number | null;
}

const WIDTH = 800;
const PAD = 24;
const TITLE_PX = 18;
const TEXT_PX = 12;
const LINE_PX = 18;
/** Characters that fit into a line, by the width of an average one. */
const TITLE_LETTERS = 78;
const TEXT_LETTERS = 118;
const BAR_LETTERS = 80;
const PLOT_HEIGHT = 240;
const ROW_HEIGHT = 28;
const LETTER_PX = 7;

/** Counts over time as an SVG file. */
export function pictureOfTime(chart: PictureOfTime, text: PictureText, colours: PictureColours): string {
  const lines = chart.before === null ? [chart.now] : [chart.now, chart.before];
  const { step, top } = valueScale(Math.max(0, ...lines.flatMap(({ counts }) => counts)));
  const values = Array.from({ length: top / step + 1 }, (_, index) => chart.value(index * step));
  const left = PAD + Math.max(...values.map((value) => value.length)) * LETTER_PX + 8;
  const right = WIDTH - PAD - 8;
  const buckets = chart.now.counts.length;
  const x = (index: number): number =>
    buckets === 1 ? (left + right) / 2 : round(left + (index * (right - left)) / (buckets - 1));
  return page(text, colours, LINE_PX * (lines.length + (chart.open === null ? 0 : 1)) + PLOT_HEIGHT + 40, (start) => {
    let at = start;
    const parts: string[] = [];
    const legend = (name: string, dash: string, stroke: string): void => {
      const y = at - 4;
      parts.push(`<line x1="${PAD}" x2="${PAD + 20}" y1="${y}" y2="${y}" stroke="${stroke}" stroke-width="2"${dash}/>`);
      parts.push(label(PAD + 28, at, cut(name, TEXT_LETTERS), colours.ink));
      at += LINE_PX;
    };
    legend(chart.now.name, '', colours.ink);
    if (chart.before !== null) legend(chart.before.name, DASHED, colours.ink2);
    if (chart.open !== null) legend(chart.open, DOTTED, colours.ink);
    const ground = at + PLOT_HEIGHT;
    const y = (value: number): number => round(ground - (value / top) * PLOT_HEIGHT);
    for (const [index, value] of values.entries()) {
      const height = y(index * step);
      parts.push(`<line x1="${left}" x2="${right}" y1="${height}" y2="${height}" stroke="${colours.line}"/>`);
      parts.push(label(left - 8, height + 4, value, colours.ink2, 'end'));
    }
    const every = labelEvery(buckets, right - left, Math.max(...chart.times.map(({ length }) => length)) * LETTER_PX);
    for (const [index, time] of chart.times.entries()) {
      if (isLabelled(index, buckets, every)) parts.push(label(x(index), ground + 20, time, colours.ink2, 'middle'));
    }
    const path = (counts: readonly number[], first: number): string =>
      counts.map((count, index) => `${x(first + index)},${y(count)}`).join(' ');
    const stroke = (points: string, colour: string, dash = ''): string =>
      `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="1.75" stroke-linejoin="round"${dash}/>`;
    if (chart.before !== null) parts.push(stroke(path(chart.before.counts.slice(0, buckets), 0), colours.ink2, DASHED));
    const { counts } = chart.now;
    const area = `${x(0)},${ground} ${path(counts, 0)} ${x(buckets - 1)},${ground}`;
    parts.push(`<polygon points="${area}" fill="${colours.signalFill}" fill-opacity="0.8"/>`);
    const over = chart.open === null || buckets < 2 ? buckets : buckets - 1;
    parts.push(stroke(path(counts.slice(0, over), 0), colours.ink));
    if (over < buckets) parts.push(stroke(path(counts.slice(over - 1), over - 1), colours.ink, DOTTED));
    if (buckets === 1) {
      parts.push(
        `<circle cx="${x(0)}" cy="${y(counts[0] ?? 0)}" r="4" fill="${colours.signal}" stroke="${colours.ink}"/>`,
      );
    }
    return parts;
  });
}

/** A breakdown as an SVG file, all of its rows. */
export function pictureOfBars(bars: readonly PictureBar[], text: PictureText, colours: PictureColours): string {
  const largest = Math.max(1, ...bars.map(({ count }) => count));
  return page(text, colours, bars.length * ROW_HEIGHT, (start) =>
    bars.flatMap(({ label: name, count, value, category }, index) => {
      const y = start - TEXT_PX + index * ROW_HEIGHT;
      const ofCategory = colours.categories[(category ?? 0) - 1];
      const fill = ofCategory ? `fill="${ofCategory}" fill-opacity="0.36"` : `fill="${colours.signalFill}"`;
      const width = Math.max(2, round((count / largest) * (WIDTH - 2 * PAD)));
      return [
        `<rect x="${PAD}" y="${y}" width="${width}" height="${ROW_HEIGHT - 4}" rx="4" ${fill}/>`,
        label(PAD + 8, y + 16, cut(name, BAR_LETTERS), colours.ink),
        label(WIDTH - PAD - 8, y + 16, value, colours.ink, 'end'),
      ];
    }),
  );
}

const DASHED = ' stroke-dasharray="6 4"';
const DOTTED = ' stroke-dasharray="2 3"';

/**
 * A page with the title above, the source below, and in between the output of `draw`, which gets the y position to
 * start at; `height` in pixels.
 */
function page(
  text: PictureText,
  colours: PictureColours,
  height: number,
  draw: (start: number) => readonly string[],
): string {
  const about = wrap(text.about, TEXT_LETTERS);
  const begin = PAD + TITLE_PX;
  const start = begin + about.length * LINE_PX + 28;
  const total = start + height + LINE_PX + PAD;
  const title = cut(text.title, TITLE_LETTERS);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${total}" viewBox="0 0 ${WIDTH} ${total}" font-family="Overpass, system-ui, sans-serif" font-size="${TEXT_PX}" role="img">`,
    `<title>${escaped(text.title)}</title>`,
    `<desc>${escaped(`${text.about} ${text.source}`)}</desc>`,
    `<rect width="${WIDTH}" height="${total}" fill="${colours.surface}"/>`,
    `<text x="${PAD}" y="${begin}" font-size="${TITLE_PX}" font-weight="650" fill="${colours.ink}">${escaped(title)}</text>`,
    ...about.map((line, index) => label(PAD, begin + (index + 1) * LINE_PX + 4, line, colours.ink2)),
    ...draw(start),
    label(PAD, total - PAD + 4, cut(text.source, TEXT_LETTERS), colours.ink2),
    '</svg>',
  ].join('\n');
}

function label(x: number, y: number, text: string, fill: string, anchor = 'start'): string {
  return `<text x="${x}" y="${y}" fill="${fill}" text-anchor="${anchor}">${escaped(text)}</text>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, ' ');
}

function cut(text: string, most: number): string {
  const letters = Array.from(text);
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join('')}…`;
}

/** Wraps text at spaces into lines of at most `most` characters. */
function wrap(text: string, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > most) {
      lines.push(line);
      line = word;
    } else {
      line = line ? `${line} ${word}` : word;
    }
  }
  return [...lines, line].map((one) => cut(one, most));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
