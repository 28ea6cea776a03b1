import type { HistoryItem, HistoryValue } from '@signpost/contracts';
import { I18n } from '../../../platform/words/i18n';
import { clashText } from './clash-text';
import type { Lookups } from './lookups';

const NOTHING = 'links.history.nothing';
const i18n = {
  t: (key: string) => key,
  known: () => null,
  country: (code: string) => `country ${code}`,
  relative: (at: string) => at,
  dateTime: (at: string) => `on ${at}`,
} as unknown as I18n;
const lookups = {
  campaignName: (id: string) => `campaign ${id}`,
  memberName: (userId: string) => `member ${userId}`,
} as unknown as Lookups;

function anEntry(at: string, field: string, from: HistoryValue, to: HistoryValue): HistoryItem {
  const actor = { id: at, email: `${at}@example.com`, displayName: null };
  return { id: at, at, actor, action: 'updated', changes: [{ field, from, to }] };
}

describe('a clash in words', () => {
  it('names who changed that field last', () => {
    const history = [
      anEntry('3', 'notes', null, 'x'),
      anEntry('2', 'title', 'b', 'c'),
      anEntry('1', 'title', 'a', 'b'),
    ];
    expect(clashText({ path: 'title', mine: '', theirs: 'c' }, history, i18n, lookups)).toEqual({
      path: 'title',
      label: 'links.history.field.title',
      mine: NOTHING,
      theirs: 'c',
      by: '2@example.com, 2',
    });
  });

  it('names who changed the rule, not who changed another one', () => {
    const before = { country: { DE: 'https://example.de/' } };
    const theirs = { country: { DE: 'https://example.de/theirs' } };
    const history = [
      anEntry('2', 'targeting', theirs, { ...theirs, os: { ios: 'https://example.com/' } }),
      anEntry('1', 'targeting', before, theirs),
    ];
    const row = { key: 'DE', url: 'https://example.de/theirs' };
    const texts = clashText({ path: 'countries.DE', mine: undefined, theirs: row }, history, i18n, lookups);
    expect([texts.mine, texts.theirs, texts.by]).toEqual([NOTHING, row.url, '1@example.com, 1']);
  });

  it.each([
    ['campaignId', 'c', 'campaign c'],
    ['responsibleUserId', 'u', 'member u'],
    ['expiresAt', '2099-01-02T03:04', 'on 2099-01-02T03:04'],
    ['password', 'open sesame', 'links.set'],
  ])('writes %s for people', (path, value, text) => {
    expect(clashText({ path, mine: value, theirs: '' }, [], i18n, lookups)).toMatchObject({ mine: text, by: null });
  });
});
