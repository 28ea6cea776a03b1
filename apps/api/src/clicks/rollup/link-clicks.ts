import { VarintReader, VarintWriter } from '../event/varint.js';

/**
 * Clicks by link number, as stored for a day of a workspace or campaign: pairs of varints (link, clicks), sorted by clicks in
 * descending order, then by link number. A reader of the most clicked links reads only the beginning.
 */
export function encodeLinkClicks(clicks: ReadonlyMap<number, number>, writer = new VarintWriter()): Buffer {
  for (const [link, count] of [...clicks].sort(byClicks)) {
    writer.write(link);
    writer.write(count);
  }
  return writer.take();
}

/**
 * The encoding of the stored map plus the added clicks. Merges along the stored order instead of sorting all entries, because
 * a batch adds to few of the links of a busy hour.
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

/** Most clicks first, then by link number. */
function byClicks([linkA, clicksA]: readonly [number, number], [linkB, clicksB]: readonly [number, number]): number {
  return clicksB - clicksA || linkA - linkB;
}

/** Calls `visit` for each entry, in stored order. */
export function eachLinkClicks(bytes: Uint8Array, visit: (link: number, clicks: number) => void): void {
  const reader = new VarintReader(bytes);
  while (!reader.done) visit(reader.next(), reader.next());
}

/** The part of a slice of a stored map that contains whole entries: the last one may be truncated. */
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
