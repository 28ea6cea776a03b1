import { expect, test } from 'vitest';
import { WorkspaceTable, type KeyedWorkspace } from './workspace-table.js';

const DEMO: KeyedWorkspace = {
  id: 'd',
  slug: 'demo',
  name: 'Demo',
  logoKey: null,
  notFoundDestination: null,
  expirationDestination: null,
  rootDestination: null,
  prefix: '',
  hasKeptPaths: false,
  prefixes: new Set(['']),
  key: '',
};

test('a demo is read again when it ends, and its last state is known while the database is unavailable', () => {
  const table = new WorkspaceTable();
  table.put('demo', DEMO, 0, 1_000, 500);
  expect(table.find('demo', 0, 1_499)).toBe(DEMO);
  expect(table.find('demo', 0, 1_500)).toBeUndefined();
  expect(table.findStale('demo')).toBe(DEMO);
});

test('any other workspace is cached until it changes, and a missing one for seconds', () => {
  const table = new WorkspaceTable();
  table.put('acme', { ...DEMO, slug: 'acme' }, 0, 0);
  table.put('nobody', null, 0, 0);
  expect(table.find('acme', 0, 1e12)?.slug).toBe('acme');
  expect([table.find('nobody', 0, 4_999), table.find('nobody', 0, 5_000)]).toEqual([null, undefined]);
});
