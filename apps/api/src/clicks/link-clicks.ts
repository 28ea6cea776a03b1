import { VarintReader, VarintWriter } from './varint.js';

/**
 * Clicks by link number, as a workspace's or a campaign's day stores them: pairs of varints (link, clicks), the most
 * clicked first, equal ones by rising link number. A reader that wants the leaders reads only the beginning.
 */
export function encodeLinkClicks(clicks: ReadonlyMap<number, number>, writer = new VarintWriter()): Buffer {
  const entries = [...clicks].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  for (const [link, count] of entries) {
    writer.write(link);
    writer.write(count);
  }
  return writer.take();
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
