import type { Link } from '@signpost/contracts';
import { bestFirst, linkMatches, paletteOrder } from './palette-matches';

const link = {
  slug: 'autumn',
  title: 'Herbst in Köln',
  destinationUrl: 'https://example.com/Leaves/stra%C3%9Fe',
  notes: 'Ask Nora.',
  aliases: ['fall'],
} as unknown as Link;

describe('linkMatches', () => {
  test.each([
    ['its address', 'UTUM', true],
    ['its title', 'köln', true],
    ['its destination', 'com/leaves', true],
    ['letters of its destination', 'STRASSE', true],
    ['its destination as it is stored', 'stra%c3%9f', true],
    ['its notes', 'nora', true],
    ['an address besides', 'fall', true],
    ['something else', 'spring', false],
  ])('%s', (_name, words, expected) => {
    expect(linkMatches(link, words)).toBe(expected);
  });

  test('a link without title and notes', () => {
    expect(linkMatches({ ...link, title: null, notes: null }, 'null')).toBe(false);
  });
});

describe('bestFirst', () => {
  test('the very address, then addresses that begin so, then the rest in their order', () => {
    const [busy, named, begins, other] = ['busy', 'spring', 'spring-sale', 'other'].map(
      (slug) => ({ slug, aliases: [] as string[] }) as unknown as Link,
    );
    const alias = { slug: 'x', aliases: ['spring'] } as unknown as Link;
    expect(bestFirst([busy!, begins!, other!, named!, alias], 'Spring')).toEqual([named, alias, begins, busy, other]);
  });
});

describe('paletteOrder', () => {
  const tags = { label: 'Tags' };
  const create = { label: 'Create link' };
  const links = { label: 'Links' };
  const found = { label: 'linkedin' };

  test('without words all commands and no link', () => {
    expect(paletteOrder(' ', [tags, create, links], [found])).toEqual([tags, create, links]);
  });

  test('a command that begins with the words stands before the links, one that holds them after', () => {
    expect(paletteOrder('Link', [tags, create, links], [found])).toEqual([links, found, create]);
  });
});
