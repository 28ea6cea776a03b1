/** The packed visitor set of one link and day, or only its size where retention has removed it. */
export interface FoldedSet {
  readonly day: number;
  readonly visitors: number;
  readonly set: Buffer | null;
}

const VISITOR_BYTES = 8;

/**
 * Distinct visitors of several links together, by day. Exact as long as the sets exist; without them a visitor of two
 * links counts twice.
 */
export function jointVisitors(sets: readonly FoldedSet[]): Map<number, number> {
  const byDay = new Map<number, FoldedSet[]>();
  for (const set of sets) {
    const others = byDay.get(set.day);
    if (others === undefined) byDay.set(set.day, [set]);
    else others.push(set);
  }
  return new Map([...byDay].map(([day, links]) => [day, union(links)]));
}

function union(sets: readonly FoldedSet[]): number {
  const [only] = sets;
  if (sets.length === 1 && only !== undefined) return only.visitors;
  const seen = new Set<bigint>();
  let unknown = 0;
  for (const { visitors, set } of sets) {
    if (set === null) {
      unknown += visitors;
      continue;
    }
    for (let at = 0; at + VISITOR_BYTES <= set.length; at += VISITOR_BYTES) seen.add(set.readBigInt64BE(at));
  }
  return seen.size + unknown;
}
