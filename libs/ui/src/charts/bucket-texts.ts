import { dateFormat } from '../words/index';
import { isHour } from './time-axes';

const HOUR: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
};
const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' };

/** A bucket as text where the column heading says that times are UTC: the hour for hours, the date for days. */
export function bucketText(bucket: string, locale: string): string {
  return dateFormat(locale, isHour(bucket) ? HOUR : DAY).format(new Date(bucket));
}

/** A bucket as text on its own: an hour names its time zone, which may differ from the reader's. */
export function momentText(bucket: string, locale: string): string {
  if (!isHour(bucket)) return bucketText(bucket, locale);
  return dateFormat(locale, { ...HOUR, timeZoneName: 'short' }).format(new Date(bucket));
}

/** A bucket as a label of the time axis of `buckets`: where hours span several days, midnight has the date. */
export function axisText(bucket: string, buckets: number, locale: string): string {
  const isDay = !isHour(bucket) || (buckets > 24 && bucket.includes('T00:00'));
  const options: Intl.DateTimeFormatOptions = isDay
    ? { day: 'numeric', month: 'short', timeZone: 'UTC' }
    : { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' };
  return dateFormat(locale, options).format(new Date(bucket));
}
