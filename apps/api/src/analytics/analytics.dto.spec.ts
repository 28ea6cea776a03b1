import { describe, expect, test } from 'vitest';
import type { ApiError } from '../platform/errors/index.js';
import { InputPipe } from '../platform/validation/index.js';
import { CampaignReportDto, LinkReportDto, RecentClicksDto, WorkspaceReportDto } from './analytics.dto.js';

type Dto = typeof CampaignReportDto | typeof LinkReportDto | typeof RecentClicksDto | typeof WorkspaceReportDto;

const read = (metatype: Dto, query: object): Promise<unknown> =>
  new InputPipe().transform(query, { type: 'query', metatype });

/** Refused parameters with their rules. */
const refused = (metatype: Dto, query: object): Promise<unknown> =>
  read(metatype, query).then(
    () => null,
    (error: unknown) => (error as ApiError).details.errors?.map(({ field, rule }) => `${field}: ${rule ?? ''}`),
  );

const ID = '01890000-0000-7000-8000-00000000000a';
const OTHER_ID = '01890000-0000-7000-8000-00000000000b';
const ids = (count: number) =>
  Array.from({ length: count }, (_, index) => `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`);

describe('the query of a report', () => {
  test.each([
    ['country', 'de', 'not_country'],
    ['country', 'Germany', 'not_country'],
    ['country', ['DE', 'x'], 'not_country'],
    ['referrer', 'https://example.com/', 'not_host'],
    ['device', 'phone', 'one_of'],
    ['browser', 'chrome', 'one_of'],
    ['os', 'Amiga', 'one_of'],
    ['botClass', 'person', 'one_of'],
    ['outcome', 'success', 'one_of'],
    ['source', 'a'.repeat(121), 'too_long'],
    ['medium', 'a\u0000b', 'control_characters'],
    ['medium', 'a\u0085b', 'control_characters'],
    ['tag', '', 'empty_filter'],
    ['tag', ' ', 'empty_filter'],
    ['link', 'spring', 'not_id'],
    ['source', ['newsletter', ''], 'empty_filter'],
    ['os', ['iOS', ' '], 'empty_filter'],
    ['source', Array.from({ length: 51 }, (_, index) => `s${index}`), 'too_many'],
    ['source', 'a\ud800', 'not_utf8'],
    ['attribution', 'first', 'one_of'],
    ['attribution', ['current', 'recorded'], 'one_of'],
    ['attribution', '', 'empty_filter'],
    ['period', '8d', 'one_of'],
    ['period', ['7d', '7d'], 'one_of'],
    ['compare', 'next', 'one_of'],
  ])('is refused with %s = %j: %s', async (field, value, rule) => {
    expect(await refused(CampaignReportDto, { [field]: value })).toEqual([`${field}: ${rule}`]);
  });

  test.each<[object, string[]]>([
    [{ 'country[]': 'DE', country: 'DE' }, ['country: bracketed_key']],
    [{ 'period[]': '7d' }, ['period: bracketed_key']],
    [{ period: '7d', from: '2028-01-01' }, ['period: period_or_dates', 'to: dates_incomplete']],
    [{ period: 'x', from: '2028-01-01', to: '2028-01-02' }, ['period: period_or_dates']],
    [{ from: '2028-01-02', to: '2028-01-01' }, ['to: dates_reversed']],
    [{ from: 'yesterday', to: '2028-01-01' }, ['from: not_date']],
    [{ period: 'all', compare: 'year' }, ['compare: compare_all']],
  ])('is refused as a whole: %j', async (query, problems) => {
    expect(await refused(WorkspaceReportDto, query)).toEqual(problems);
  });

  test('names all that is wrong at once', async () => {
    const query = { country: 'x', tag: '', os: 'Amiga', period: '1d', attribution: 'none' };
    const problems = (await refused(CampaignReportDto, query)) as string[];
    const rules = ['attribution: one_of', 'country: not_country', 'os: one_of', 'period: one_of', 'tag: empty_filter'];
    expect(problems.sort()).toEqual(rules);
  });

  test('has its filters as lists in which each value stands once', async () => {
    const query = { country: ['DE', 'unknown', 'DE'], referrer: 'WWW.Example.com', period: '30d', utm: 'x' };
    expect(await read(WorkspaceReportDto, query)).toEqual({
      country: ['DE', 'unknown'],
      referrer: ['WWW.Example.com'],
      period: '30d',
    });
  });

  test('of a link has neither tag nor link, the workspace no attribution', async () => {
    expect(await read(LinkReportDto, { tag: '', link: 'x', traffic: 'bot' })).toEqual({ traffic: 'bot' });
    expect(await read(WorkspaceReportDto, { attribution: 'x', traffic: 'x' })).toEqual({});
    expect(await refused(LinkReportDto, { traffic: 'x' })).toEqual(['traffic: one_of']);
  });
});

describe('the query of recent clicks', () => {
  test.each<[string, object, string]>([
    ['an empty value', { links: '' }, 'links: empty_filter'],
    ['what is no id', { links: 'x' }, 'links: not_id'],
    ['a key in brackets', { 'links[]': ID }, 'links: bracketed_key'],
    ['what is no id among ids', { campaigns: [ID, 'x'] }, 'campaigns: not_id'],
    ['101 links', { links: ids(101) }, 'links: too_many'],
    ['101 ids of both', { links: ids(100), campaigns: ID }, 'links: too_many'],
    ['101 campaigns', { campaigns: ids(101).join(',') }, 'campaigns: too_many'],
  ])('is refused with %s', async (_, query, problem) => {
    expect(await refused(RecentClicksDto, query)).toEqual([problem]);
  });

  test('has ids in lower case, repeated or between commas, each once', async () => {
    const query = { links: [`${ID}, ${OTHER_ID}`, ID.toUpperCase(), ''], campaigns: ids(98).join(',') };
    expect(await read(RecentClicksDto, query)).toEqual({ links: [ID, OTHER_ID], campaigns: ids(98) });
  });
});
