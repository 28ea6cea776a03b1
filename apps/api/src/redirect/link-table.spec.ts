import { heldBytes } from '@signpost/testing';
import { expect, test } from 'vitest';
import { PlainLink } from './cached-link.js';
import { LinkTable } from './link-table.js';
import { parseShortPath, parseTarget } from './short-path.js';

const ASKED = 500;
const QUERY_BYTES = 16 * 1024;
/** A tenth of what the requests' targets take. */
const BOUND_BYTES = (ASKED * QUERY_BYTES) / 10;

/** The address of a request whose target is long, as its parser cuts it out. */
function addressOf(n: number): string {
  // As the HTTP parser makes it: one flat string for each request.
  const url = Buffer.from(`/a-long-slug-of-its-own-${n}?q=${'a'.repeat(QUERY_BYTES)}`).toString('latin1');
  return parseShortPath(parseTarget(url)?.path ?? '')?.slug ?? '';
}

test.each([
  [
    'links',
    (table: LinkTable, n: number) =>
      table.put(addressOf(n), new PlainLink(`id-${n}`, 'workspace', 'https://example.com/')),
  ],
  ['addresses that lead nowhere', (table: LinkTable, n: number) => table.putUnknown(addressOf(n), 0)],
])('memory of %s does not hold the requests that asked for them', (_, put) => {
  const table = new LinkTable({ maximumEntries: ASKED, maximumBytes: Number.MAX_SAFE_INTEGER });
  const held = heldBytes(() => {
    for (let n = 0; n < ASKED; n += 1) put(table, n);
  });
  expect(held).toBeLessThan(BOUND_BYTES);
  expect(table.find(addressOf(1)) !== undefined || table.isUnknown(addressOf(1), 1)).toBe(true);
});
