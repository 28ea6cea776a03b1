import { expect, test } from 'vitest';
import { piecesOf } from './pieces.js';

const rows = (count: number): number[] => Array.from({ length: count }, (_, row) => row);

test.each([
  [0, []],
  [1, [1]],
  [100, [100]],
  [101, [100, 1]],
  [250, [100, 100, 50]],
  [2_000, Array<number>(20).fill(100)],
])('%i rows', (count, sizes) => {
  const pieces = [...piecesOf(rows(count))];
  expect(pieces.map((piece) => piece.length)).toEqual(sizes);
  expect(pieces.flat()).toEqual(rows(count));
});

test('however many there are, no more than twenty', () => {
  const pieces = [...piecesOf(rows(100_001))];
  expect(pieces).toHaveLength(20);
  expect(pieces.flat()).toEqual(rows(100_001));
});
