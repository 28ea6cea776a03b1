import { expect, test } from 'vitest';
import { OPERATIONS } from './operations.js';
import { ROUTES } from './routes.js';

test('every route has its operation, and nothing else has', () => {
  expect(Object.keys(OPERATIONS).sort()).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
});

test('each operation has a name of its own and a summary', () => {
  const ids = Object.values(OPERATIONS).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Object.values(OPERATIONS).filter(({ id, summary }) => !/^[a-z][A-Za-z]+$/.test(id) || summary === '')).toEqual(
    [],
  );
});
