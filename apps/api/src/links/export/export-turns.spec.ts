import { expect, test } from 'vitest';
import { ExportTurns } from './export-turns.js';

/** Requests turns in the given order and records which were granted. */
function requestTurns(turns: ExportTurns, ...users: string[]): { begun: string[] } {
  const begun: string[] = [];
  for (const user of users) void turns.take(user).then(() => begun.push(user));
  return { begun };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('two run at once, the others in the order of their requests', async () => {
  const turns = new ExportTurns();
  const { begun } = requestTurns(turns, 'a', 'b', 'c', 'd');
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

test('exports of one user wait for each other, and other users do not wait for them', async () => {
  const turns = new ExportTurns();
  const { begun } = requestTurns(turns, 'a', 'a', 'a', 'b', 'b', 'c');
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

test('a free slot is given to the next request at once', async () => {
  const turns = new ExportTurns();
  await turns.take('a');
  await turns.take('b');
  turns.end('a');
  await turns.take('a');
  turns.end('b');
  turns.end('a');
  await turns.take('b');
});

test('an export that is completely read frees its slot for other users, but not for the same user', async () => {
  const turns = new ExportTurns();
  const { begun } = requestTurns(turns, 'a', 'b', 'a', 'c', 'd');
  await settled();
  expect(begun).toEqual(['a', 'b']);
  turns.read('a');
  await settled();
  expect(begun).toEqual(['a', 'b', 'c']);
  turns.end('a');
  await settled();
  // Its database slot had already been given to another export.
  expect(begun).toEqual(['a', 'b', 'c']);
  turns.read('c');
  await settled();
  expect(begun).toEqual(['a', 'b', 'c', 'a']);
  turns.end('b');
  await settled();
  expect(begun).toEqual(['a', 'b', 'c', 'a', 'd']);
});
