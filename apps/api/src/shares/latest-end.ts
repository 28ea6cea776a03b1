/**
 * The latest permitted expiry of a share created now: the same date and time one year later, 28 February for 29
 * February.
 */
export function latestEnd(now: number): number {
  const end = new Date(now);
  const day = end.getUTCDate();
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return end.getTime();
}
