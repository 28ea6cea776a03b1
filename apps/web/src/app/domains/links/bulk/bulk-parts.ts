import { type BulkResult, LIMITS } from '@signpost/contracts';
import { isGone } from '../page/link-actions';

/** What became of links on which one action was carried out, in as many requests as that took. */
export class Tally {
  /** How many the action changed. */
  affected = 0;
  /** How many it cannot be carried out on. */
  failed = 0;
  /** What is as the action wants it, also what was so before. */
  readonly done = new Set<string>();
  /** What somebody else has deleted. */
  readonly gone = new Set<string>();

  add({ affected, results }: BulkResult): void {
    this.affected += affected;
    for (const { id, status } of results) {
      if (status === 'ok') this.done.add(id);
      else this.failed++;
    }
  }
}

/** As many at once as one request may name. */
export function inParts<T>(all: readonly T[]): T[][] {
  const most = LIMITS.bulkSelection;
  return Array.from({ length: Math.ceil(all.length / most) }, (_, part) => all.slice(part * most, (part + 1) * most));
}

/**
 * Sends the request for links that it names. One that somebody else has deleted refuses all that are named with it: halves
 * of them find out which it is, and the others go on. Rejects at the first other refusal; the tally has what came before.
 */
export async function sendByHalves(
  ids: readonly string[],
  request: (ids: string[]) => Promise<BulkResult>,
  tally: Tally,
): Promise<void> {
  try {
    tally.add(await request([...ids]));
  } catch (error) {
    if (!isGone(error)) throw error;
    if (ids.length <= 1) {
      for (const id of ids) tally.gone.add(id);
      return;
    }
    const half = Math.ceil(ids.length / 2);
    await sendByHalves(ids.slice(0, half), request, tally);
    await sendByHalves(ids.slice(half), request, tally);
  }
}
