/** The latest end that a share made now may have: the same date and time a year later, 28 February for 29. */
export function latestEnd(now: number): number {
  const end = new Date(now);
  const day = end.getUTCDate();
  end.setUTCFullYear(end.getUTCFullYear() + 1);
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return end.getTime();
}
