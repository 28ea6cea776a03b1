import { type BulkResult, LIMITS } from '@signpost/contracts';
import { isGone } from '../page/link-actions';

/** Outcome of one action on many links, over all requests that it took. */
export class Tally {
  /** Number of links changed by the action. */
  affected = 0;
  /** Number of links that the action cannot be applied to. */
  failed = 0;
  /** Ids of links that are in the wanted state, including those that were before. */
  readonly done = new Set<string>();
  /** Ids of links that another user has deleted. */
  readonly gone = new Set<string>();

  add({ affected, results }: BulkResult): void {
    this.affected += affected;
    for (const { id, status } of results) {
      if (status === 'ok') this.done.add(id);
      else this.failed++;
    }
  }
}

/** Splits into parts of the maximum size of one request. */
export function inParts<T>(all: readonly T[]): T[][] {
  const most = LIMITS.bulkSelection;
  return Array.from({ length: Math.ceil(all.length / most) }, (_, part) => all.slice(part * most, (part + 1) * most));
}

/**
 * Sends the request for the given links. A request fails as a whole if one link has been deleted by another user: it is
 * then split in halves until that link is isolated, so that the others succeed. Rejects at the first other error; the
 * tally contains the results before it.
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
