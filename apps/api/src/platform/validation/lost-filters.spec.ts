import { expect, test } from 'vitest';
import { lostFilters } from './lost-filters.js';

const lost = (query: Record<string, unknown>) =>
  lostFilters(query, ['tags', 'campaignId', 'q'], ['q']).map(({ field, rule }) => [field, rule]);

test.each<[string, Record<string, unknown>, string[][]]>([
  ['an empty value', { campaignId: '' }, [['campaignId', 'empty_filter']]],
  ['spaces', { campaignId: ' ' }, [['campaignId', 'empty_filter']]],
  [
    'what nobody sees',
    { campaignId: '\u200b', tags: '\u200b, ' },
    [
      ['campaignId', 'empty_filter'],
      ['tags', 'empty_filter'],
    ],
  ],
  ['commas alone', { tags: ',' }, [['tags', 'empty_filter']]],
  ['several empty ones', { tags: ['', ','] }, [['tags', 'empty_filter']]],
  [
    'null in a body',
    { tags: null, q: null },
    [
      ['tags', 'empty_filter'],
      ['q', 'empty_filter'],
    ],
  ],
  ['a list without parts in a body', { tags: [] }, [['tags', 'empty_filter']]],
  ['brackets', { 'tags[]': 'even' }, [['tags', 'bracketed_key']]],
  [
    'numbered brackets',
    { 'tags[0]': 'even', 'q[]': 'x' },
    [
      ['tags', 'bracketed_key'],
      ['q', 'bracketed_key'],
    ],
  ],
  ['an empty part next to another one', { tags: 'a,' }, []],
  ['an empty search', { q: '' }, []],
  ['unknown keys', { utm: '', 'other[]': '' }, []],
])('%s', (_, query, fields) => {
  expect(lost(query)).toEqual(fields);
});

test('the message shows the correct form', () => {
  expect(lostFilters({ 'tags[]': 'a' }, ['tags'], [])[0]?.message).toContain('tags=a&tags=b');
});
