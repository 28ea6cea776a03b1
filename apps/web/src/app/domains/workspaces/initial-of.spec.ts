import { initialOf } from './initial-of';

it.each([
  ['northwind', 'N'],
  ['ängström', 'Ä'],
  ['🚀 Launch', '🚀'],
  ['', ''],
])('%s begins with %s', (name, initial) => {
  expect(initialOf(name)).toBe(initial);
});
