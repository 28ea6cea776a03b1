import { expect, test } from 'vitest';
import { ExportTurns } from './export-turns.js';

/** Asks in the given order; tells who has had a turn so far. */
function asking(turns: ExportTurns, ...users: string[]): { begun: string[] } {
  const begun: string[] = [];
  for (const user of users) void turns.take(user).then(() => begun.push(user));
  return { begun };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('two at once, the others in the order in which they asked', async () => {
  const turns = new ExportTurns();
  const { begun } = asking(turns, 'a', 'b', 'c', 'd');
  await settled();
  expect(begun).toEqual(['a', 'b']);
  turns.end('b');
  await settled();
  expect(begun).toEqual(['a', 'b', 'c']);
  turns.end('a');
  turns.end('c');
  await settled();
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

test('many of one user stand behind each other and nobody behind them', async () => {
  const turns = new ExportTurns();
  const { begun } = asking(turns, 'a', 'a', 'a', 'b', 'b', 'c');
  await settled();
  expect(begun).toEqual(['a', 'b']);
  turns.end('b');
  await settled();
  expect(begun).toEqual(['a', 'b', 'b']);
  turns.end('b');
  await settled();
  expect(begun).toEqual(['a', 'b', 'b', 'c']);
  turns.end('a');
  turns.end('c');
  await settled();
  expect(begun).toEqual(['a', 'b', 'b', 'c', 'a']);
  turns.end('a');
  await settled();
  expect(begun).toEqual(['a', 'b', 'b', 'c', 'a', 'a']);
  turns.end('a');
});

test('a turn that nobody waits for is free for the next who asks', async () => {
  const turns = new ExportTurns();
  await turns.take('a');
  await turns.take('b');
  turns.end('a');
  await turns.take('a');
  turns.end('b');
  turns.end('a');
  await turns.take('b');
});

test('what is read from the database makes way for others, but not for more of the same user', async () => {
  const turns = new ExportTurns();
  const { begun } = asking(turns, 'a', 'b', 'a', 'c', 'd');
  await settled();
  expect(begun).toEqual(['a', 'b']);
  turns.read('a');
  await settled();
  expect(begun).toEqual(['a', 'b', 'c']);
  turns.end('a');
  await settled();
  // Its place in the database had been given away before.
  expect(begun).toEqual(['a', 'b', 'c']);
  turns.read('c');
  await settled();
  expect(begun).toEqual(['a', 'b', 'c', 'a']);
  turns.end('b');
  await settled();
  expect(begun).toEqual(['a', 'b', 'c', 'a', 'd']);
});
