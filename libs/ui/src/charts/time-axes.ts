/** A count of an hour (`2026-11-21T03:00:00.000Z`) or a day (`2026-11-21`), UTC. */
export interface TimePoint {
  readonly bucket: string;
  readonly count: number;
}

/** Positions of the lines of a value axis: every `step`, from 0 to `top`. */
export interface ValueScale {
  readonly step: number;
  readonly top: number;
}

/** Maximum number of lines above the zero line. */
const LINES = 4;
/** Space between two labels of the time axis, in pixels. */
const LABEL_GAP = 16;

/**
 * A scale of whole, round steps (1, 2 or 5 times a power of ten) for counts up to `most`. Each label is exact with two
 * digits, so that "1.5K" never stands for 1,450.
 */
export function valueScale(most: number): ValueScale {
  const least = Math.max(1, most / LINES);
  const power = 10 ** Math.floor(Math.log10(least));
  // The last factor covers the rounding error of Math.log10.
  const step = power * ([1, 2, 5, 10, 20].find((times) => times * power >= least) ?? 20);
  return { step, top: step * Math.max(1, Math.ceil(most / step)) };
}

/** Labels every n-th of `buckets`: the smallest n at which labels of `labelWidth` fit into `width`, both in pixels. */
export function labelEvery(buckets: number, width: number, labelWidth: number): number {
  const room = Math.max(1, Math.floor(width / (labelWidth + LABEL_GAP)));
  return Math.max(1, Math.ceil(buckets / room));
}

/**
 * Whether the bucket at `index` of `buckets` is labelled: the last always, and every `every`-th from the first on, except
 * where the label would overlap the last one.
 */
export function isLabelled(index: number, buckets: number, every: number): boolean {
  const last = buckets - 1;
  return index === last || (index % every === 0 && last - index >= every);
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Whether a bucket is an hour (`2026-11-21T03:00:00.000Z`); a day (`2026-11-21`) otherwise, both UTC. */
export function isHour(bucket: string): boolean {
  return bucket.length > 'yyyy-mm-dd'.length;
}

/** Whether the hour or day of a bucket has ended `now`, in milliseconds since the epoch. */
export function isOver(bucket: string, now: number): boolean {
  return Date.parse(bucket) + (isHour(bucket) ? HOUR_MS : DAY_MS) <= now;
}
