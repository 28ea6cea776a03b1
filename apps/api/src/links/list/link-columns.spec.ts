import { heldBytes } from '@signpost/testing';
import { describe, expect, test } from 'vitest';
import { LinkColumns } from './link-columns.js';
import { BEGINNING } from './link-orders.js';
import { cutPage, findPlaces, ORDER_OF } from './link-question.js';
import type { LinkListDto } from './links-list.dto.js';
import { FLAG, NO_LINKS, NO_TAGS, type PackedClicks, type PackedFacts } from './packed-facts.js';

interface Given {
  readonly no: number;
  readonly text?: string;
  readonly created?: number;
  readonly clicks?: number;
  readonly tags?: readonly number[];
  readonly archived?: boolean;
  readonly isAtCap?: boolean;
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
  const [count, nos] = [links.length, ints(links.map(({ no }) => no))];
  return {
    links: {
      count,
      nos,
      flags: ints(links.map(({ archived = false }) => FLAG.present + FLAG.enabled + (archived ? FLAG.archived : 0))),
      ids: ids(links.map(({ no }) => no)),
      campaigns: ids(links.map(() => 0)),
      creators: ids(links.map(() => 7)),
      responsible: ids(links.map(() => 7)),
      destinations: ids(links.map(({ no }) => no)),
      created: times(links.map(({ no, created = no }) => created)),
      starts: times(links.map(() => -Infinity)),
      expires: times(links.map(() => Infinity)),
      reviews: times(links.map(() => Infinity)),
      titles: Buffer.alloc(links.length * 8),
      texts: links.map(({ no, text = `text ${no}` }) => text),
    },
    tags: {
      count,
      nos,
      counts: ints(links.map(({ tags = [] }) => tags.length)),
      ids: ids(links.flatMap(({ tags = [] }) => tags)),
    },
    clicks: packClicks(links),
  };
}

function packClicks(links: readonly Given[]): PackedClicks {
  return {
    count: links.length,
    nos: ints(links.map(({ no }) => no)),
    clicks: doubles(links.map(({ clicks = 0 }) => clicks)),
    caps: ints(links.map(({ isAtCap = false }) => (isAtCap ? FLAG.atCap : 0))),
  };
}

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
          isAtCap: draw(5) === 0,
        }))
        // Of some that are known nothing but their own rows changed.
        .map((link): Given => {
          const { tags, clicks, isAtCap } = (draw(2) === 0 ? kept.get(link.no) : undefined) ?? link;
          return { ...link, tags, clicks, isAtCap };
        });
      const isWhole = (link: Given): boolean => kept.get(link.no)?.tags !== link.tags;
      expect(columns.unknown(pack(facts).links)).toEqual(facts.filter(({ no }) => !kept.has(no)).map(({ no }) => no));
      columns.apply(changed, { ...pack(facts.filter(isWhole)), links: pack(facts).links });
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
      const linksOf = columns.linksOfTags();
      for (let id = 99; id < 119; id += 1) {
        expect(linksOf(idOf(id))).toBe(all.filter(({ tags = [] }) => tags.includes(id)).length);
      }
      const isCapped = ({ isAtCap = false, archived = false }: Given): boolean => isAtCap && !archived;
      expect(await numbers(columns, { status: 'limit_reached' })).toEqual(
        byCreated.filter(isCapped).map(({ no }) => no),
      );
    }
    expect(kept.size).toBeGreaterThan(2_000);
  });

  test('clicks alone move a link in their order, and those of a link that has gone do nothing', async () => {
    const columns = new LinkColumns();
    columns.apply([], pack([1, 2, 3].map((no) => ({ no }))));
    columns.orders.set('clicks', Int32Array.from([0, 1, 2]));
    const clicks = [1, 9].map((no) => ({ no, clicks: 5, isAtCap: true }));
    columns.apply([], { links: NO_LINKS, tags: NO_TAGS, clicks: packClicks(clicks) });
    expect(await numbers(columns, { sort: 'clicks' })).toEqual([2, 3, 1]);
    expect(await numbers(columns, { status: 'limit_reached' })).toEqual([1]);
  });

  test('an order that only the database knows misses what is new in it, until it is told what stands before', () => {
    const columns = new LinkColumns();
    const places = () => [...(columns.orders.get('title') ?? [])];
    columns.apply([], pack([1, 2, 3].map((no) => ({ no }))));
    columns.orders.set('title', Int32Array.from([2, 1, 0]));
    columns.apply([2], pack([]));
    expect(places()).toEqual([2, 0]);
    columns.apply([1], pack([{ no: 1, text: 'another text' }]));
    expect(places()).toEqual([2, 0]);

    // The fourth takes the place of the second.
    columns.apply([4, 5, 6], pack([4, 5, 6].map((no) => ({ no }))));
    expect(columns.orders.get('title')).toBeUndefined();
    expect(columns.orders.missingFrom('title')).toEqual([1, 3, 4]);
    columns.apply([5], pack([]));
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
    columns.apply([], pack(['abc', 'cab', '', 'aaa', 'bc'].map((text, n) => ({ no: n + 1, text }))));
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
        columns.apply([], pack(facts));
      }
      for (const order of ['created', 'clicks', 'title', 'expires'] as const) {
        columns.orders.set(order, new Int32Array(links));
      }
    });
    expect(columns).not.toBeNull();
    expect(bytes / links).toBeLessThan(400);
  });
});
