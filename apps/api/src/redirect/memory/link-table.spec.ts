import { heldBytes } from '@signpost/testing';
import { describe, expect, test } from 'vitest';
import { FullLink, linkFromRow, PlainLink, type CachedLink } from './cached-link.js';
import { PLAIN_ROW } from './link-row.fixtures.js';
import { LinkTable } from './link-table.js';
import { parseShortPath, parseTarget } from '../visitor/short-path.js';

const ASKED = 500;
const QUERY_BYTES = 16 * 1024;
/** A tenth of the bytes of the request targets. */
const BOUND_BYTES = (ASKED * QUERY_BYTES) / 10;

/** The address of a request with a long target, as the parser of short paths cuts it out. */
function addressOf(n: number): string {
  // As the HTTP parser creates it: one flat string for each request.
  const url = Buffer.from(`/a-long-slug-of-its-own-${n}?q=${'a'.repeat(QUERY_BYTES)}`).toString('latin1');
  return parseShortPath(parseTarget(url)?.path ?? '')?.slug ?? '';
}

test.each([
  [
    'links',
    (table: LinkTable, n: number) =>
      table.put(addressOf(n), new PlainLink(`id-${n}`, 'workspace', 'https://example.com/')),
  ],
  ['unknown addresses', (table: LinkTable, n: number) => table.putUnknown(addressOf(n), 0)],
])('memory of %s does not hold the requests that asked for them', (_, put) => {
  const table = new LinkTable({ maximumEntries: ASKED, maximumBytes: Number.MAX_SAFE_INTEGER });
  const held = heldBytes(() => {
    for (let n = 0; n < ASKED; n += 1) put(table, n);
  });
  expect(held).toBeLessThan(BOUND_BYTES);
  expect(table.find(addressOf(1)) !== undefined || table.isUnknown(addressOf(1), 1)).toBe(true);
});

const UNLIMITED = { maximumEntries: Number.MAX_SAFE_INTEGER, maximumBytes: Number.MAX_SAFE_INTEGER };

const workspaceOf = (id: string): string => `workspace-${id.at(-1)}`;
const plain = (id: string, destination: string): CachedLink => new PlainLink(id, workspaceOf(id), destination);
const disabled = (id: string, destination: string): CachedLink =>
  linkFromRow({ ...PLAIN_ROW, id, destination_url: destination, is_enabled: false }, workspaceOf(id), null);

/** The observable values of a link. */
function comparable(link: CachedLink | undefined): unknown {
  if (link === undefined) return undefined;
  const { id, workspaceId, destinationUrl, isEnabled, epoch } = link;
  return { id, workspaceId, destinationUrl, isEnabled, epoch };
}

/** Lehmer's generator, with the multiplier of MINSTD. */
function numbersFrom(seed: number): { random: () => number; int: (below: number) => number } {
  let state = seed;
  const random = (): number => (state = (state * 48_271) % 0x7fffffff) / 0x7fffffff;
  return { random, int: (below) => Math.floor(random() * below) };
}

/** Every seventh address belongs to another workspace. */
const addressAt = (no: number): string => `${no % 7 === 0 ? '1/' : ''}s${no}`;

describe('a table', () => {
  const ADDRESSES = 3_000;
  const LINKS = 2_000;
  const STEPS = 20_000;

  test.each([1, 2, 3])('gives the same answers as a map after random operations: seed %i', (seed) => {
    const { random, int } = numbersFrom(seed);
    const table = new LinkTable(UNLIMITED);
    const model = new Map<string, CachedLink>();
    const addressesById = Map.groupBy(
      Array.from({ length: ADDRESSES }, (_, no) => no),
      (no) => `id-${no % LINKS}`,
    );
    const evictLink = (id: string, isMeant: (link: CachedLink) => boolean): void => {
      for (const address of addressesById.get(id)?.map(addressAt) ?? []) {
        const link = model.get(address);
        if (link !== undefined && isMeant(link)) model.delete(address);
      }
    };
    for (let step = 0; step < STEPS; step += 1) {
      const no = int(ADDRESSES);
      const address = addressAt(no);
      const id = `id-${no % LINKS}`;
      const kind = random();
      if (kind < 0.5) {
        const destination = `https://${random() < 0.1 ? 'münchen' : 'example'}.com/${'x'.repeat(int(600))}`;
        const make = random() < 0.1 ? disabled : plain;
        table.put(address, make(id, destination));
        model.delete(address);
        evictLink(id, (link) => link.epoch !== table.epoch);
        model.set(address, Object.assign(make(id, destination), { epoch: table.epoch }));
      } else if (kind < 0.6) {
        table.evict(address);
        model.delete(address);
      } else if (kind < 0.62) {
        table.evictLink(id);
        evictLink(id, () => true);
      } else if (kind < 0.6201) {
        table.advanceEpoch();
      } else {
        expect(comparable(table.find(address))).toEqual(comparable(model.get(address)));
      }
    }
    expect(model.size).toBeGreaterThan(LINKS / 4);
    expect(table.size).toBe(model.size);
    for (const [address, link] of model) expect(comparable(table.find(address))).toEqual(comparable(link));
    for (const address of model.keys()) table.evict(address);
    expect([table.size, table.bytes]).toEqual([0, 0]);
  });

  test.each([4, 5, 6])('when full, returns the latest value or nothing: seed %i', (seed) => {
    const { random, int } = numbersFrom(seed);
    const table = new LinkTable({ ...UNLIMITED, maximumEntries: 1_000 });
    const latest = new Map<string, CachedLink>();
    for (let step = 0; step < STEPS; step += 1) {
      // From time to time the table is nearly emptied, so that pages are cleared and refilled while the clock's hand stays.
      if (step % 2_000 === 0) {
        for (const known of [...latest.keys()].filter(() => random() < 0.95)) {
          table.evict(known);
          latest.delete(known);
        }
      }
      const address = `s${int(ADDRESSES)}`;
      const kind = random();
      if (kind < 0.6) {
        const link = plain(address, `https://example.com/${'x'.repeat(int(600))}${step}`);
        table.put(address, link);
        latest.set(address, link);
      } else if (kind < 0.8) {
        table.evict(address);
        latest.delete(address);
      } else {
        const found = table.find(address);
        if (found !== undefined) expect(comparable(found)).toEqual(comparable(latest.get(address)));
      }
    }
    const held = [...latest].filter(([address]) => table.find(address) !== undefined);
    expect(table.size).toBe(held.length);
    for (const [address, link] of held) expect(comparable(table.find(address))).toEqual(comparable(link));
  });

  test('retains a link while another one is read again and again', () => {
    const table = new LinkTable(UNLIMITED);
    table.put('kept', plain('id', 'https://example.com/kept'));
    for (let no = 0; no < 20_000; no += 1) {
      table.put('busy', plain('other', `https://example.com/${no}`));
      expect(table.find('kept')?.destinationUrl).toBe('https://example.com/kept');
    }
    expect(table.find('busy')?.destinationUrl).toBe('https://example.com/19999');
  });

  test('returns a full link as it was read', () => {
    const table = new LinkTable(UNLIMITED);
    const link = disabled('id', 'https://example.com/');
    table.put('address', link);
    expect(link).toBeInstanceOf(FullLink);
    expect(table.find('address')).toBe(link);
  });

  test('retains what is requested, and no more entries than its limit', () => {
    const table = new LinkTable({ ...UNLIMITED, maximumEntries: 1_000 });
    const busy = Array.from({ length: 100 }, (_, no) => `busy-${no}`);
    for (const address of busy) table.put(address, plain(address, 'https://example.com/busy'));
    for (let no = 0; no < 20_000; no += 1) {
      table.put(`s${no}`, plain(`id-${no}`, 'https://example.com/'));
      if (no % 500 === 0) for (const address of busy) table.find(address);
    }
    expect(table.size).toBe(1_000);
    expect(busy.filter((address) => table.find(address) === undefined)).toEqual([]);
  });

  test('holds no more memory than its limit, however the lengths of its entries change', () => {
    const maximumBytes = 4_000_000;
    const table = new LinkTable({ ...UNLIMITED, maximumBytes });
    const held = heldBytes(() => {
      for (const length of [10, 1_500, 40, 700, 20]) {
        for (let no = 0; no < 40_000; no += 1) {
          table.put(`s${length}-${no}`, plain(`id-${length}-${no}`, `https://example.com/${'x'.repeat(length)}`));
        }
        expect(table.bytes).toBeLessThanOrEqual(maximumBytes);
        expect(table.bytes).toBeGreaterThan(maximumBytes * 0.9);
      }
    });
    // A quarter of the pages may be dead, and the indexes never shrink.
    expect(held).toBeLessThan(maximumBytes * 1.6);
  });
});
