import { describe, expect, test } from 'vitest';
import { validateRow, parseInstant } from './import-row.js';

describe('instants', () => {
  test.each([
    ['2026-11-21T09:00:00Z', Date.UTC(2026, 10, 21, 9)],
    ['2026-11-21T09:00Z', Date.UTC(2026, 10, 21, 9)],
    ['2026-11-21t09:00:00z', Date.UTC(2026, 10, 21, 9)],
    ['2026-11-21T09:00:00.5Z', Date.UTC(2026, 10, 21, 9, 0, 0, 500)],
    ['2026-11-21T09:00:00.123456+00:00', Date.UTC(2026, 10, 21, 9, 0, 0, 123)],
    ['2026-11-21T09:00:00+02:00', Date.UTC(2026, 10, 21, 7)],
    ['2026-11-21T09:00:00+02', Date.UTC(2026, 10, 21, 7)],
    ['2026-11-21T09:00:00-0530', Date.UTC(2026, 10, 21, 14, 30)],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
  ])('%s', (text, time) => expect(parseInstant(text)).toBe(time));

  test.each([
    '2026-11-21T09:00:00',
    '2026-11-21',
    '2026-11-21 09:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T09:60:00Z',
    '2026-11-21T09:00:60Z',
    '2026-11-21T09:00:00+24:00',
    '1969-12-31T23:59:59Z',
    'tomorrow',
    '1763715600000',
    '',
  ])('%s is none', (text) => expect(parseInstant(text)).toBeNull());
});

const rules = {
  allowPrivate: false,
  now: Date.UTC(2026, 10, 26),
  ownUrlsOf: (slug: string) => [`https://go.example.com/${slug}`],
};
const check = (values: object) => validateRow({ destination_url: 'example.com', ...values }, rules);
const columns = (values: object) => check(values).errors.map((error) => error.field);

/** Not ISO, not a number, not a destination, not a slug: detected by different rules, reported together. */
const EVERY_KIND = ['starts_at', 'maximum_visits', 'slug', 'destination_url'];

describe('rows', () => {
  test('cells without a column are reported, long ones shortened, together with errors of other columns', () => {
    expect(columns({ extra_cells: 'x', maximum_visits: 'many' })).toEqual(['extra_cells', 'maximum_visits']);
    expect(check({ extra_cells: 'y'.repeat(1000) }).errors[0]?.message).toContain(`"${'y'.repeat(60)}…"`);
    expect(columns({ extra_cells: ' ' })).toEqual([]);
    // Cut inside a character of two code units, it would be a text that other programs refuse.
    expect(check({ extra_cells: `y${'🙂'.repeat(100)}` }).errors[0]?.message.isWellFormed()).toBe(true);
  });

  test('one guarding quote is removed from a cell', () => {
    expect(check({ title: "'=1+1" }).fields.title).toBe('=1+1');
    expect(check({ title: "''quoted" }).fields.title).toBe("'quoted");
  });

  test.each([
    [{ destination_url: '' }, ['destination_url']],
    [{ destination_url: 'mailto:a@example.com' }, ['destination_url']],
    [{ slug: 'go', destination_url: 'https://go.example.com/go' }, ['destination_url']],
    [{ aliases: 'on|Off', destination_url: 'https://go.example.com/off' }, ['destination_url']],
    [{ kept_paths: 'Über/uns', limit_destination: 'https://go.example.com/%C3%BCber/uns/' }, ['limit_destination']],
    [{ aliases: 'on', targeting: '{"os":{"ios":"https://go.example.com/on"}}' }, ['targeting']],
    [{ tags: 'a|b,c' }, ['tags']],
    [{ tags: Array.from({ length: 21 }, (_, n) => `t${n}`).join('|') }, ['tags']],
    [{ title: 'x'.repeat(201), utm_term: 'y'.repeat(121) }, ['title', 'utm_term']],
    [{ maximum_visits: '1.5' }, ['maximum_visits']],
    [{ maximum_visits: '-1' }, ['maximum_visits']],
    [{ maximum_visits: '99999999999' }, ['maximum_visits']],
    [{ archived: 'perhaps' }, ['archived']],
    [{ starts_at: '2026-01-02T00:00:00Z', expires_at: '2026-01-01T00:00:00Z' }, ['expires_at']],
    [{ limit_destination: 'http://10.0.0.1/' }, ['limit_destination']],
    [{ title: 'bell\u0007' }, ['title']],
    [{ destination_url: 'nothing', slug: 'api', starts_at: '1 May', maximum_visits: 'x' }, EVERY_KIND],
    [
      { destination_url: 'javascript:1', slug: 'api', title: 'x'.repeat(201), tags: 'a|b,c' },
      ['title', 'slug', 'destination_url', 'tags'],
    ],
  ])('%j has a problem with %j', (values, expected) => expect(columns(values)).toEqual(expected));

  test.each([
    ['maximum_visits', 'many', 'not_integer'],
    ['maximum_visits', '0', 'too_small'],
    ['maximum_visits', '9'.repeat(16), 'too_large'],
    ['maximum_visits', '9'.repeat(40), 'too_large'],
    ['prior_clicks', '1.5', 'not_integer'],
    ['prior_clicks', '-1', 'too_small'],
    ['prior_clicks', '1000000000000000', 'too_large'],
    ['prior_clicks', '9'.repeat(40), 'too_large'],
  ])('%s of %s: %s', (column, cell, rule) => {
    expect(check({ [column]: cell }).errors).toMatchObject([{ field: column, rule }]);
  });

  test.each([
    ['levels that never end', `{"country":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'not_object'],
    ['objects in objects', `${'{"os":'.repeat(50_000)}1${'}'.repeat(50_000)}`, 'one_of'],
    ['names that every object has', '{"constructor":1,"toString":2}', 'unknown_field'],
    [
      'tens of thousands of names',
      `{${Array.from({ length: 50_000 }, (_, n) => `"k${n}":1`).join(',')}}`,
      'unknown_field',
    ],
  ])("targeting of %s is that column's problem", (_, targeting, rule) => {
    expect(check({ targeting }).errors).toMatchObject([{ field: 'targeting', rule }]);
  });

  test('of a list that is too long only as much is read as may be in it', () => {
    const list = (name: string): string => Array.from({ length: 50_000 }, (_, n) => `${name}${n}`).join('|');
    const { fields, extras, errors } = check({ tags: list('t'), aliases: list('a'), kept_paths: list('k/') });
    expect(errors).toMatchObject(['aliases', 'kept_paths', 'tags'].map((field) => ({ field, rule: 'too_many' })));
    expect([fields.tags.length, extras.aliases.length, extras.keptPaths.length]).toEqual([0, 10, 50]);
    expect(check({ tags: 'a| a ||b|a' }).fields.tags).toEqual(['a', 'b']);
  });

  test.each([
    ['', false],
    ['FALSE', false],
    ['true', true],
    ['Yes', true],
    ['0', false],
    ['WAHR', true],
    ['faux', false],
  ])('archived: %j is %j', (archived, expected) => expect(check({ archived }).fields.archived).toBe(expected));

  test.each([
    ['123', 'https://go.example.com/0123'],
    ['100000', 'https://go.example.com/1e5'],
    ['1E+05', 'https://go.example.com/1e5'],
    ['1.00E+05', 'https://go.example.com/1e5'],
  ])('the slug %s beside the address %s is named', (slug, short_url) => {
    expect(check({ slug, short_url }).errors).toMatchObject([{ field: 'slug', rule: 'slug_rewritten' }]);
  });

  test('a long address beside a slug of digits is judged at once', () => {
    const short_url = `${'a'.repeat(1_000_000)}#\n/`;
    expect(check({ slug: '1', short_url }).errors).toMatchObject([{ field: 'slug', rule: 'slug_rewritten' }]);
  });

  test("a spreadsheet's link is what it leads to", () => {
    const cell = `'=HYPERLINK("https://example.com/1","Click")`;
    expect(check({ destination_url: cell })).toMatchObject({
      fields: { destinationUrl: 'https://example.com/1' },
      errors: [],
    });
  });

  test("a campaign's name is as long as the API lets it be, in characters", () => {
    expect(columns({ campaign: '🌱'.repeat(120) })).toEqual([]);
    expect(columns({ campaign: '🌱'.repeat(121) })).toEqual(['campaign']);
  });

  test('times may have passed', () => expect(columns({ expires_at: '2001-01-01T00:00:00Z' })).toEqual([]));
});
