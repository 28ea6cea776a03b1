import { describe, expect, test } from 'vitest';
import { auditEventsOf, changesBetween, passwordChange } from './link-changes.js';
import { EMPTY_FIELDS } from './link-fields.js';

const from = { ...EMPTY_FIELDS, slug: 'a', destinationUrl: 'https://example.com' };

describe('changes', () => {
  test.each([
    ['nothing', {}, []],
    ['the case of a tag', { tags: [] }, []],
    ['times as ISO 8601', { startsAt: 0 }, [{ field: 'startsAt', from: null, to: '1970-01-01T00:00:00.000Z' }]],
    ['the host follows the destination', { destinationHost: 'x' }, []],
    ['false and null are different', { isEnabled: false }, [{ field: 'isEnabled', from: true, to: false }]],
  ])('%s', (_, change, expected) => expect(changesBetween(from, { ...from, ...change })).toEqual(expected));

  test('tags without regard to case and order, targeting without regard to the order of its keys', () => {
    const one = {
      ...from,
      tags: ['A', 'b'],
      targeting: { os: { ios: 'https://i' }, country: { DE: 'https://d', AT: 'https://a' } },
    };
    const other = {
      ...from,
      tags: ['B', 'a'],
      targeting: { country: { AT: 'https://a', DE: 'https://d' }, os: { ios: 'https://i' } },
    };
    expect(changesBetween(one, other)).toEqual([]);
  });
});

describe('events', () => {
  test('each special field has its own, the others share one', () => {
    const changes = [
      { field: 'slug', from: 'a', to: 'b' },
      { field: 'title', from: null, to: 'x' },
      { field: 'archived', from: false, to: true },
      { field: 'isEnabled', from: false, to: true },
      passwordChange('changed'),
      { field: 'notes', from: null, to: 'y' },
    ];
    expect(auditEventsOf(changes)).toEqual([
      { type: 'link_updated', detail: { fields: ['title', 'notes'] } },
      { type: 'link_slug_changed', detail: { from: 'a', to: 'b' } },
      { type: 'link_archived', detail: {} },
      { type: 'link_enabled', detail: {} },
      { type: 'link_password_set', detail: {} },
    ]);
    expect(auditEventsOf([passwordChange('removed')])).toEqual([{ type: 'link_password_removed', detail: {} }]);
  });
});
