/**
 * Date notations of a file. Dates that are unambiguous (ISO, month names, `31/12`) are recognised whichever form is
 * chosen.
 */
export const DATE_FORMS = [
  'iso',
  'day_first',
  'month_first',
  'excel_serial',
  'epoch_seconds',
  'epoch_milliseconds',
] as const;
export type DateForm = (typeof DATE_FORMS)[number];

/** The settings needed to parse the dates of a file. */
export interface DateReading {
  readonly form: DateForm;
  /** An IANA time zone, used for dates without an offset. */
  readonly zone: string;
}

/** What can be detected from the dates of a file, so that the user is asked only about what is ambiguous. */
export interface DateFacts {
  readonly form: DateForm;
  /** Whether every purely numeric date is ambiguous between day-first and month-first. */
  readonly isFormOpen: boolean;
  /** Whether at least one date has no offset. */
  readonly needsZone: boolean;
}

/** How a date without a time of day is read: `end` is the last second of the day, `start` the first. */
export type DayEdge = 'start' | 'end';

// prettier-ignore
const NEVER = new Set([
  '', '0', '-', '–', '—', 'null', 'none', 'never', 'n/a', 'na', 'nil', '\\n', '0000-00-00', '0000-00-00 00:00:00',
]);
/** Beginnings of the names of the months, in English, German, French and Spanish. */
// prettier-ignore
const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'ene'], ['feb', 'fév'], ['mar', 'mär', 'mrz'], ['apr', 'avr', 'abr'], ['may', 'mai'], ['jun', 'juin'],
  ['jul', 'juil'], ['aug', 'aoû', 'ago'], ['sep'], ['oct', 'okt'], ['nov'], ['dec', 'dez', 'déc', 'dic'],
];

/** Whether a cell means "no date". */
export function isNever(cell: string): boolean {
  return NEVER.has(cell.trim().toLowerCase());
}

/** A parsed cell: an instant, or a local date and time that may have an offset. */
type Written =
  | { readonly kind: 'instant'; readonly milliseconds: number }
  | {
      readonly kind: 'local';
      readonly year: number;
      readonly month: number;
      readonly day: number;
      readonly time: Time | null;
      readonly offset: number | null;
    };

interface Time {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/**
 * The instant of a cell as ISO 8601 UTC without milliseconds; null for a word that means never; undefined when the cell
 * is not a date. Numbers are Excel's days since 1899-12-30 (1900 date system), or Unix seconds or milliseconds, decided
 * by magnitude and the form.
 */
export function readDate(cell: string, reading: DateReading, edge: DayEdge): string | null | undefined {
  if (isNever(cell)) return null;
  const written = parseWritten(cell.trim(), reading.form);
  if (written === undefined) return undefined;
  const milliseconds = written.kind === 'instant' ? written.milliseconds : instantOf(written, reading.zone, edge);
  if (milliseconds === undefined || !Number.isFinite(milliseconds) || Math.abs(milliseconds) > 8.64e15)
    return undefined;
  return new Date(milliseconds).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

/** Detects date form, ambiguity and missing offsets from all date cells of a file. */
export function dateFacts(cells: Iterable<string>): DateFacts {
  let numeric = 0;
  let dayFirst = 0;
  let monthFirst = 0;
  let needsZone = false;
  let hasDotted = false;
  let number: DateForm | null = null;
  for (const raw of cells) {
    const cell = raw.trim();
    if (isNever(cell)) continue;
    const slashed = SLASHED.exec(cell);
    if (slashed !== null) {
      const [first, second] = [Number(slashed[1]), Number(slashed[2])];
      numeric += 1;
      if (first > 12) dayFirst += 1;
      if (second > 12) monthFirst += 1;
    }
    hasDotted ||= /^\d{1,2}\.\d{1,2}\.\d{2}/.test(cell);
    number ??= numberForm(cell);
    const written = parseWritten(cell, 'day_first') ?? parseWritten(cell, 'month_first');
    if (written?.kind === 'local' && written.offset === null) needsZone = true;
  }
  const form =
    numeric > 0 ? (monthFirst > dayFirst ? 'month_first' : 'day_first') : hasDotted ? 'day_first' : (number ?? 'iso');
  return { form, isFormOpen: numeric > 0 && dayFirst === 0 && monthFirst === 0, needsZone };
}

/** `Z`, `GMT`, `+01:00`, `+01`, `GMT+0100 (Central European Standard Time)`. */
const ZONE = String.raw`\s*(Z|(?:UTC|GMT)?[+-]\d{2}(?::?\d{2})?|UTC|GMT)?(?:\s*\([^)]*\))?`;
const CLOCK = String.raw`(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(AM|PM)?`;
const ISO = new RegExp(String.raw`^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]${CLOCK})?${ZONE}$`, 'i');
const COMPACT = /^((?:19|20|21)\d{2})(\d{2})(\d{2})$/;
const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})/;
const NUMERIC = new RegExp(String.raw`^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?:,?\s+${CLOCK})?${ZONE}$`, 'i');
/** With dots the day comes first; with slashes a year of two digits could stand at either end. */
const SHORT_YEAR = new RegExp(String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{2})(?:,?\s+${CLOCK})?${ZONE}$`, 'i');
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})/(\d{1,2})/(\d{1,2})(?:,?\s+${CLOCK})?${ZONE}$`, 'i');
const DAY_NAMED = new RegExp(
  String.raw`^(?:\p{L}+,?\s+)?(\d{1,2})\.?[\s-]+(?:de\s+)?(\p{L}{3,})\.?,?[\s-]+(?:de\s+)?(\d{4})(?:,?\s+${CLOCK})?${ZONE}$`,
  'iu',
);
const MONTH_NAMED = new RegExp(
  String.raw`^(?:\p{L}+,?\s+)?(\p{L}{3,})\.?\s+(\d{1,2}),?\s+(\d{4})(?:,?\s+${CLOCK})?${ZONE}$`,
  'iu',
);

function parseWritten(text: string, form: DateForm): Written | undefined {
  const iso = ISO.exec(text) ?? YEAR_FIRST.exec(text) ?? COMPACT.exec(text);
  if (iso !== null) return local(iso[1], iso[2], iso[3], iso.slice(4));
  const numeric = NUMERIC.exec(text);
  if (numeric !== null) {
    const [first, sign, second] = [numeric[1], numeric[2], numeric[3]];
    // Dotted dates are always day.month.year, and a first number above 12 cannot be a month.
    const isMonthFirst = sign !== '.' && Number(first) <= 12 && (Number(second) > 12 || form === 'month_first');
    return isMonthFirst
      ? local(numeric[4], first, second, numeric.slice(5))
      : local(numeric[4], second, first, numeric.slice(5));
  }
  const short = SHORT_YEAR.exec(text);
  if (short !== null) {
    return local(`${Number(short[3]) < 70 ? '20' : '19'}${short[3] ?? ''}`, short[2], short[1], short.slice(4));
  }
  const dayNamed = DAY_NAMED.exec(text);
  if (dayNamed !== null) return local(dayNamed[3], monthOf(dayNamed[2]), dayNamed[1], dayNamed.slice(4));
  const monthNamed = MONTH_NAMED.exec(text);
  if (monthNamed !== null) return local(monthNamed[3], monthOf(monthNamed[1]), monthNamed[2], monthNamed.slice(4));
  return numberDate(text, form);
}

const monthOf = (name = ''): string =>
  String(MONTHS.findIndex((starts) => starts.some((start) => name.toLowerCase().startsWith(start))) + 1);

function local(year = '', month = '', day = '', rest: readonly (string | undefined)[] = []): Written | undefined {
  const [hour, minute, second, half, zone] = rest;
  const time = hour === undefined ? null : timeOf(hour, minute, second, half);
  const parts = { year: Number(year), month: Number(month), day: Number(day) };
  const back = new Date(Date.UTC(parts.year, parts.month - 1, parts.day));
  // Date.UTC rolls overflow into the next month, so a date whose parts do not round-trip is invalid.
  if (time === undefined || back.getUTCMonth() !== parts.month - 1 || back.getUTCDate() !== parts.day) return undefined;
  return { kind: 'local', ...parts, time, offset: offsetOf(zone) };
}

function timeOf(hour: string, minute = '0', second = '0', half?: string): Time | undefined {
  const written = Number(hour);
  if (half !== undefined && (written < 1 || written > 12)) return undefined;
  const isAfternoon = half?.toUpperCase() === 'PM';
  const time = {
    hour: half === undefined ? written : (written % 12) + (isAfternoon ? 12 : 0),
    minute: Number(minute),
    second: Number(second),
  };
  return time.hour < 24 && time.minute < 60 && time.second < 60 ? time : undefined;
}

/** Minutes east of UTC; null when the cell has no zone. */
function offsetOf(zone?: string): number | null {
  if (zone === undefined || zone === '') return null;
  const match = /([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  if (match === null) return 0;
  return (Number(match[2]) * 60 + Number(match[3] ?? 0)) * (match[1] === '-' ? -1 : 1);
}

/** Excel counts days from 1899-12-30, for all days after February 1900. */
const EXCEL_EPOCH = Date.UTC(1899, 11, 30);
const DAY = 86_400_000;

/**
 * The form of a number by its magnitude: 100,000 days after the Excel epoch is the year 2173, 100,000 Unix seconds is 2
 * January 1970. `20261231` is a date: as Unix seconds it would be a day of August 1970.
 */
function numberForm(text: string): DateForm | null {
  if (!/^\d+(?:\.\d+)?$/.test(text) || COMPACT.test(text)) return null;
  const value = Number(text);
  if (value < 100_000) return 'excel_serial';
  return value < 100_000_000_000 ? 'epoch_seconds' : 'epoch_milliseconds';
}

function numberDate(text: string, form: DateForm): Written | undefined {
  const bySize = numberForm(text);
  if (bySize === null) return undefined;
  const value = Number(text);
  const chosen =
    form === 'epoch_seconds' || form === 'epoch_milliseconds' ? (bySize === 'excel_serial' ? form : bySize) : bySize;
  if (chosen === 'epoch_seconds') return { kind: 'instant', milliseconds: value * 1000 };
  if (chosen === 'epoch_milliseconds') return { kind: 'instant', milliseconds: value };
  const whole = Math.floor(value);
  const day = new Date(EXCEL_EPOCH + whole * DAY);
  const seconds = Math.round((value - whole) * 86_400);
  const time =
    value === whole
      ? null
      : { hour: Math.floor(seconds / 3600), minute: Math.floor(seconds / 60) % 60, second: seconds % 60 };
  return {
    kind: 'local',
    year: day.getUTCFullYear(),
    month: day.getUTCMonth() + 1,
    day: day.getUTCDate(),
    time,
    offset: null,
  };
}

function instantOf(written: Extract<Written, { kind: 'local' }>, zone: string, edge: DayEdge): number | undefined {
  const time =
    written.time ?? (edge === 'end' ? { hour: 23, minute: 59, second: 59 } : { hour: 0, minute: 0, second: 0 });
  const wall = Date.UTC(written.year, written.month - 1, written.day, time.hour, time.minute, time.second);
  if (written.offset !== null) return wall - written.offset * 60_000;
  try {
    const instants = instantsOf(wall, zone);
    return written.time === null && edge === 'end' ? Math.max(...instants) : Math.min(...instants);
  } catch {
    return undefined;
  }
}

/**
 * The instants at which the clocks of a zone show a local time, given as if it were UTC: two where clocks are set back.
 * One that is skipped becomes the instant that it would be without the change, as in browsers.
 * @throws RangeError for an unknown zone.
 */
function instantsOf(wall: number, zone: string): number[] {
  // A day is longer than any offset, so these are the offsets before and after a change near the local time.
  const [before, after] = [zoneOffset(wall - DAY, zone), zoneOffset(wall + DAY, zone)];
  const instants = [before, after]
    .map((offset) => ({ instant: wall - offset, offset }))
    .filter(({ instant, offset }) => before === after || zoneOffset(instant, zone) === offset);
  return instants.length === 0 ? [wall - before] : instants.map(({ instant }) => instant);
}

/** Offset of a zone from UTC at an instant, in milliseconds. @throws RangeError for an unknown zone. */
function zoneOffset(instant: number, zone: string): number {
  if (zone === 'UTC') return 0;
  const parts = clockOf(zone).formatToParts(instant);
  const value = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((part) => part.type === type)?.value);
  return (
    Date.UTC(value('year'), value('month') - 1, value('day'), value('hour'), value('minute'), value('second')) -
    Math.floor(instant / 1000) * 1000
  );
}

/** Cached per zone, because creating a formatter takes far longer than using one. */
const CLOCKS = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = CLOCKS.get(zone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  CLOCKS.set(zone, clock);
  return clock;
}
