import { inRows, layoutOf, PAPERS } from './sheet-layout';

describe('sheets of codes', () => {
  it.each([
    ['one', 1, 'a4', 40, 1, { across: 4, perPage: 20, pages: 1 }],
    ['a page and one more', 21, 'a4', 40, 1, { across: 4, perPage: 20, pages: 2 }],
    ['five hundred small ones', 500, 'letter', 20, 0, { across: 7, perPage: 70, pages: 8 }],
    ['large ones', 5, 'a4', 90, 2, { across: 2, perPage: 4, pages: 2 }],
  ] as const)('%s', (_, count, paper, width, lines, expected) => {
    expect(layoutOf(count, paper, width, width, lines)).toMatchObject(expected);
  });

  it('keeps every code on its page', () => {
    const layout = layoutOf(21, 'a4', 40, 48, 2);
    for (let index = 0; index < 21; index += 1) {
      const { page, x, y } = layout.at(index);
      expect(page).toBe(Math.floor(index / layout.perPage));
      expect(x >= 5 && x + 40 <= PAPERS.a4.width - 5 && y >= 5 && y + 48 <= PAPERS.a4.height - 5).toBe(true);
    }
  });
});

describe('the text below a code', () => {
  const fits = (part: string): boolean => Array.from(part).length <= 12;

  it.each([
    ['fits', 'go.example/a', ['go.example/a']],
    ['is broken after the host', 'go.example/spring', ['go.example/', 'spring']],
    ['is broken where both rows fit', 'go.shop.example/spr', ['go.shop.', 'example/spr']],
    ['is broken at a space, which is in no row', 'Spring sale, women', ['Spring sale,', 'women']],
    ['is broken at a letter where there is no sign', 'abcdefghijklmnop', ['abcdefghijkl', 'mnop']],
    ['is too long for two rows', 'go.example/abcdefghijklmnopqrs', ['go.example/a', 'bcdefghijklmnopqrs']],
  ])('%s', (_, text, rows) => {
    expect(inRows(text, fits)).toEqual(rows);
  });
});
