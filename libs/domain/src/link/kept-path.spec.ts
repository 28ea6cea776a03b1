import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptPathInCell, keptPathOf, keptPathProblem } from './kept-path.js';

test('slashes are taken away at both ends and left inside, however many', () => {
  expect(keptPathOf(' //a//b// ')).toBe('a//b');
  const inside = `a${'/'.repeat(1_000_000)}b`;
  expect(keptPathOf(`/${inside}/`)).toBe(inside);
  expect(keptPathOf('///')).toBe('');
});

test('a cell of kept paths gives each of them back', () => {
  const unit = fc.constantFrom('%', '|', ' ', '\u00a0', '/', 'a', 'Ü', '😀', '2', '5', '7', 'C');
  const path = fc
    .string({ unit, minLength: 1, maxLength: 8 })
    .map((text) => text.normalize('NFC'))
    .filter((text) => keptPathProblem(text) === null);
  fc.assert(
    fc.property(fc.array(path, { minLength: 1, maxLength: 3 }), (paths) => {
      const cell = paths.map(keptPathInCell).join('|');
      expect(cell.split('|').map((part) => keptPathOf(part.trim()))).toEqual(paths);
    }),
  );
});
