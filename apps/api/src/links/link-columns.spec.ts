import { heldBytes } from '@signpost/testing';
import { describe, expect, test } from 'vitest';
import { LinkColumns } from './link-columns.js';
import { BEGINNING } from './link-orders.js';
import { cutPage, findPlaces, ORDER_OF } from './link-question.js';
import type { LinkListDto } from './links-list.dto.js';
import { FLAG, type PackedCounts, type PackedFacts } from './packed-facts.js';

interface Given {
  readonly no: number;
  readonly text?: string;
  readonly created?: number;
  readonly clicks?: number;
  readonly tags?: readonly number[];
  readonly archived?: boolean;
}

const ints = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, n) => bytes.writeInt32BE(value, n * 4));
  return bytes;
};
const doubles = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 8);
  values.forEach((value, n) => bytes.writeDoubleBE(value, n * 8));
  return bytes;
};
/** Seconds since 2000, as the database writes them; infinite ones are the least and the greatest number that it has. */
const times = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 8);
  values.forEach((value, n) =>
    bytes.writeBigInt64BE(
      Number.isFinite(value) ? BigInt(value) * 1_000_000n : value > 0 ? 2n ** 63n - 1n : -(2n ** 63n),
      n * 8,
    ),
  );
  return bytes;
};
const idOf = (n: number): string => `00000000-0000-0000-0000-${n.toString(16).padStart(12, '0')}`;
const ids = (values: readonly number[]): Buffer =>
  Buffer.from(values.map((value) => idOf(value).replaceAll('-', '')).join(''), 'hex');

function pack(links: readonly Given[]): PackedFacts {
  return {
    count: links.length,
    nos: ints(links.map(({ no }) => no)),
    ids: ids(links.map(({ no }) => no)),
    campaigns: ids(links.map(() => 0)),
    creators: ids(links.map(() => 7)),
    responsible: ids(links.map(() => 7)),
    destinations: ids(links.map(({ no }) => no)),
    created: times(links.map(({ no, created = no }) => created)),
    starts: times(links.map(() => -Infinity)),
    expires: times(links.map(() => Infinity)),
    reviews: times(links.map(() => Infinity)),
    clicks: doubles(links.map(({ clicks = 0 }) => clicks)),
    flags: ints(links.map(({ archived = false }) => FLAG.present + FLAG.enabled + (archived ? FLAG.archived : 0))),
    titles: Buffer.alloc(links.length * 8),
    tagCounts: ints(links.map(({ tags = [] }) => tags.length)),
    tags: ids(links.flatMap(({ tags = [] }) => tags)),
    texts: links.map(({ no, text = `text ${no}` }) => text),
  };
}

const NO_COUNTS: PackedCounts = { count: 0, nos: Buffer.alloc(0), clicks: Buffer.alloc(0), flags: Buffer.alloc(0) };
const scope = { workspaceId: '', userId: idOf(7), now: new Date() };

async function numbers(
  columns: LinkColumns,
  filter: LinkListDto,
  named: { words?: string; tagIds?: readonly string[] } = {},
): Promise<number[]> {
  const found = await findPlaces(columns, scope, filter, { words: '', tagIds: [], memberIds: [], ...named });
  const [order, end] = ORDER_OF[filter.sort ?? 'createdAt'];
  const places = columns.orders.get(order) ?? Int32Array.from({ length: columns.size }, (_, place) => place);
  const page = cutPage(places, end, found, columns.size, 0);
  expect(page).toHaveLength(found.total);
  return page.map((place) => Number.parseInt(columns.idAt(place).slice(-12), 16));
}

/** Numbers that look random and are the same in every run (a linear congruential generator of Numerical Recipes). */
function drawing(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('links in columns', () => {
  test('follow a long row of changes as a plain map does', async () => {
    const draw = drawing(20_261_125);
    const columns = new LinkColumns();
    const kept = new Map<number, Given>();
    columns.orders.set('created', new Int32Array());
    columns.orders.set('clicks', new Int32Array());
    for (let round = 0; round < 60; round += 1) {
      const changed = [...new Set(Array.from({ length: 1 + draw(300) }, () => 1 + draw(6_000)))];
      const gone = new Set(changed.filter(() => draw(3) === 0));
      const facts = changed
        .filter((no) => !gone.has(no))
        .map((no): Given => ({
          no,
          text: Array.from({ length: draw(5) }, () => ['word', 'Äpfel', '汉字', 'a', ' '][draw(5)]).join(''),
          created: draw(50),
          clicks: draw(9),
          tags: Array.from({ length: draw(6) }, (_, n) => 100 + n * 3 + draw(3)),
          archived: draw(4) === 0,
        }));
      columns.apply(changed, pack(facts), NO_COUNTS);
      for (const no of gone) kept.delete(no);
      for (const link of facts) kept.set(link.no, link);

      const all = [...kept.values()];
      const by = (value: (link: Given) => number) => (a: Given, b: Given) => value(a) - value(b) || a.no - b.no;
      const byCreated = all.toSorted(by(({ created = 0 }) => created));
      expect(columns.count).toBe(all.length);
      expect(await numbers(columns, { archived: 'all' })).toEqual(byCreated.map(({ no }) => no));
      expect(await numbers(columns, { archived: 'true', sort: '-clicks' })).toEqual(
        all
          .filter(({ archived }) => archived)
          .toSorted(by(({ clicks = 0 }) => clicks))
          .map(({ no }) => no)
          .toReversed(),
      );
      for (const words of ['a', 'word', 'aä'.toUpperCase(), '字', 'wordword']) {
        const having = byCreated.filter(({ text = '' }) => text.includes(words));
        expect(await numbers(columns, { archived: 'all' }, { words })).toEqual(having.map(({ no }) => no));
      }
      const tag = 100 + draw(18);
      expect(await numbers(columns, { archived: 'all' }, { tagIds: [idOf(tag)] })).toEqual(
        byCreated.filter(({ tags = [] }) => tags.includes(tag)).map(({ no }) => no),
      );
    }
    expect(kept.size).toBeGreaterThan(2_000);
  });

  test('clicks alone move a link in their order, and those of a link that has gone do nothing', async () => {
    const columns = new LinkColumns();
    columns.apply([], pack([1, 2, 3].map((no) => ({ no }))), NO_COUNTS);
    columns.orders.set('clicks', Int32Array.from([0, 1, 2]));
    const flags = ints([FLAG.present, FLAG.present]);
    columns.apply([], pack([]), { count: 2, nos: ints([1, 9]), clicks: doubles([5, 5]), flags });
    expect(await numbers(columns, { sort: 'clicks' })).toEqual([2, 3, 1]);
  });

  test('an order that only the database knows misses what is new in it, until it is told what stands before', () => {
    const columns = new LinkColumns();
    const places = () => [...(columns.orders.get('title') ?? [])];
    columns.apply([], pack([1, 2, 3].map((no) => ({ no }))), NO_COUNTS);
    columns.orders.set('title', Int32Array.from([2, 1, 0]));
    columns.apply([2], pack([]), NO_COUNTS);
    expect(places()).toEqual([2, 0]);
    columns.apply([1], pack([{ no: 1, text: 'another text' }]), NO_COUNTS);
    expect(places()).toEqual([2, 0]);

    // The fourth takes the place of the second.
    columns.apply([4, 5, 6], pack([4, 5, 6].map((no) => ({ no }))), NO_COUNTS);
    expect(columns.orders.get('title')).toBeUndefined();
    expect(columns.orders.missingFrom('title')).toEqual([1, 3, 4]);
    columns.apply([5], pack([]), NO_COUNTS);
    expect(columns.orders.missingFrom('title')).toEqual([1, 4]);
    columns.orders.insert(
      'title',
      new Map([
        [BEGINNING, 4],
        [4, 1],
      ]),
    );
    expect(places()).toEqual([4, 1, 2, 0]);
  });

  test('nothing is found across two links, and each at most once', async () => {
    const columns = new LinkColumns();
    columns.apply([], pack(['abc', 'cab', '', 'aaa', 'bc'].map((text, n) => ({ no: n + 1, text }))), NO_COUNTS);
    expect(await numbers(columns, {}, { words: 'ca' })).toEqual([2]);
    expect(await numbers(columns, {}, { words: 'a' })).toEqual([1, 2, 4]);
    expect(await numbers(columns, {}, { words: 'bc' })).toEqual([1, 5]);
    expect(await numbers(columns, {}, { words: 'bcc' })).toEqual([]);
  });

  test('a link takes some 300 bytes', () => {
    const links = 20_000;
    const text =
      'https://www.example.com/webinar/12345\nspring launch 12345\nl1a2b3c4d512345\nask before changing number ';
    let columns: LinkColumns | null = null;
    const bytes = heldBytes(() => {
      columns = new LinkColumns();
      for (let first = 1; first <= links; first += 500) {
        const facts = Array.from({ length: 500 }, (_, n): Given => ({
          no: first + n,
          text: `${text}${n}`,
          tags: [1, 2],
        }));
        columns.apply([], pack(facts), NO_COUNTS);
      }
      for (const order of ['created', 'clicks', 'title', 'expires'] as const) {
        columns.orders.set(order, new Int32Array(links));
      }
    });
    expect(columns).not.toBeNull();
    expect(bytes / links).toBeLessThan(400);
  });
});
