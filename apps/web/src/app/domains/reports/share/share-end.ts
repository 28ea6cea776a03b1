import { instantYearAfter } from '@signpost/domain';

const USUAL_DAYS = 30;

/**
 * The days (`YYYY-MM-DD`, in the user's calendar) that a share may end on, and the default. The last one ends before the
 * same time next year, which is the latest that the server allows.
 */
export function endDays(now: number): { first: string; usual: string; last: string } {
  // By the calendar: a day of a clock change has 23 or 25 hours.
  const inDays = (days: number, from: number): string => {
    const date = new Date(from);
    date.setDate(date.getDate() + days);
    return dayOf(date);
  };
  return { first: inDays(0, now), usual: inDays(USUAL_DAYS, now), last: inDays(-1, instantYearAfter(now)) };
}

/** The end of a day in the user's calendar, in Unix milliseconds; null for an invalid date. */
export function endOf(day: string): number | null {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  const end = new Date(year, month - 1, date + 1).getTime();
  return Number.isNaN(end) ? null : end;
}

function dayOf(date: Date): string {
  const pad = (part: number, length = 2): string => String(part).padStart(length, '0');
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
