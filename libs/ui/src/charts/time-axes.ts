/** Where the lines of a value axis stand: every `step`, from 0 to `top`. */
export interface ValueScale {
  readonly step: number;
  readonly top: number;
}

/** At most so many lines above the ground line. */
const LINES = 4;
/** Between two labels of the time axis, pixels. */
const LABEL_GAP = 16;

/**
 * A scale of whole, round steps (1, 2 or 5 times a power of ten) for counts up to `most`. Each of its labels is exact with
 * two digits, so that "1.5K" never stands for 1,450.
 */
export function valueScale(most: number): ValueScale {
  const least = Math.max(1, most / LINES);
  const power = 10 ** Math.floor(Math.log10(least));
  // What Math.log10 rounds down a little too far is caught by the last.
  const step = power * ([1, 2, 5, 10, 20].find((times) => times * power >= least) ?? 20);
  return { step, top: step * Math.max(1, Math.ceil(most / step)) };
}

/** Each how many-th of `buckets` is labelled, so that labels `labelWidth` wide fit side by side in `width` (pixels). */
export function labelEvery(buckets: number, width: number, labelWidth: number): number {
  const room = Math.max(1, Math.floor(width / (labelWidth + LABEL_GAP)));
  return Math.max(1, Math.ceil(buckets / room));
}

/** Whether the bucket at `index` of `buckets` is labelled: the last always, each `every`-th from the first up to its label. */
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
