import { layoutOf, PAPERS } from './sheet-layout';

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
