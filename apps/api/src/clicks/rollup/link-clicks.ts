import { VarintReader, VarintWriter } from '../event/varint.js';

/**
 * Clicks by link number, as a workspace's or a campaign's day stores them: pairs of varints (link, clicks), the most
 * clicked first, equal ones by rising link number. A reader that wants the leaders reads only the beginning.
 */
export function encodeLinkClicks(clicks: ReadonlyMap<number, number>, writer = new VarintWriter()): Buffer {
  for (const [link, count] of [...clicks].sort(byClicks)) {
    writer.write(link);
    writer.write(count);
  }
  return writer.take();
}

/**
 * What {@link encodeLinkClicks} would make of the stored map and the added clicks together. Walks along the stored order
 * instead of sorting anew: a batch adds to few of the links that a busy hour has seen.
 */
export function mergeLinkClicks(
  stored: Uint8Array,
  added: ReadonlyMap<number, number>,
  writer = new VarintWriter(),
): Buffer {
  const changed = new Map(added);
  eachLinkClicks(stored, (link, clicks) => {
    const more = added.get(link);
    if (more !== undefined) changed.set(link, (changed.get(link) ?? 0) + clicks);
  });
  const entries = [...changed].sort(byClicks);
  let at = 0;
  const writeBefore = (link: number, clicks: number): void => {
    for (let entry = entries[at]; entry !== undefined; entry = entries[at]) {
      if (entry[1] < clicks || (entry[1] === clicks && entry[0] > link)) return;
      writer.write(entry[0]);
      writer.write(entry[1]);
      at += 1;
    }
  };
  eachLinkClicks(stored, (link, clicks) => {
    if (added.has(link)) return;
    writeBefore(link, clicks);
    writer.write(link);
    writer.write(clicks);
  });
  writeBefore(Infinity, 0);
  return writer.take();
}

/** The most clicked first, equal ones by rising link number. */
function byClicks([linkA, clicksA]: readonly [number, number], [linkB, clicksB]: readonly [number, number]): number {
  return clicksB - clicksA || linkA - linkB;
}

/** Calls `visit` for each entry, in stored order. */
export function eachLinkClicks(bytes: Uint8Array, visit: (link: number, clicks: number) => void): void {
  const reader = new VarintReader(bytes);
  while (!reader.done) visit(reader.next(), reader.next());
}

/** The beginning of a stored map that still holds entries whole: what a slice ends with may be cut. */
export function wholeEntries(slice: Uint8Array): Uint8Array {
  let end = 0;
  let ints = 0;
  slice.forEach((byte, index) => {
    if (byte >= 0x80) return;
    ints += 1;
    if (ints % 2 === 0) end = index + 1;
  });
  return slice.subarray(0, end);
}
