/**
 * The moment that browsers take a `datetime-local` value for when that local time does not exist because clocks are set
 * forward; null when it exists.
 */
export function momentOfSkipped(value: string): Date | null {
  const moment = new Date(value);
  if (value === '' || Number.isNaN(moment.getTime())) return null;
  const [hours, minutes] = value.slice(value.indexOf('T') + 1).split(':');
  return moment.getHours() === Number(hours) && moment.getMinutes() === Number(minutes) ? null : moment;
}
