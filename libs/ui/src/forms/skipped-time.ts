/**
 * The moment that a `datetime-local` value stands for where the clocks skip it, as they do in the night that summer time
 * begins; null where they show it.
 */
export function momentOfSkipped(value: string): Date | null {
  const moment = new Date(value);
  if (value === '' || Number.isNaN(moment.getTime())) return null;
  const [hours, minutes] = value.slice(value.indexOf('T') + 1).split(':');
  return moment.getHours() === Number(hours) && moment.getMinutes() === Number(minutes) ? null : moment;
}
