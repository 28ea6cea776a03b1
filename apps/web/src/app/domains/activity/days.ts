/** Events of one day in the user's time zone. */
export interface Day<T> {
  /** Midnight of the day in local time, Unix milliseconds. */
  readonly start: number;
  readonly items: readonly T[];
}

/** Groups by local day, keeping the order. */
export function byDay<T extends { at: string }>(items: readonly T[]): Day<T>[] {
  const days = new Map<number, T[]>();
  for (const item of items) {
    const start = new Date(item.at).setHours(0, 0, 0, 0);
    const day = days.get(start);
    if (day) day.push(item);
    else days.set(start, [item]);
  }
  return [...days].map(([start, list]) => ({ start, items: list }));
}
