import { apiParams, bulkFilter, isFiltered, LinkQuery, readQuery, writeQuery } from './link-query';

const EVERY_LINK: LinkQuery = {
  q: '',
  status: '',
  tags: [],
  campaignId: '',
  createdBy: '',
  createdFrom: '',
  createdTo: '',
  responsible: '',
  minClicks: '',
  maxClicks: '',
  destination: '',
  archived: '',
  needsReview: false,
  health: '',
  sort: '-createdAt',
  page: 1,
};

describe('link query', () => {
  it('is the default for a plain address', () => {
    expect(readQuery({})).toEqual(EVERY_LINK);
    expect(Object.values(writeQuery(EVERY_LINK)).every((value) => value === null)).toBe(true);
    expect(isFiltered(EVERY_LINK)).toBe(false);
  });

  it('comes back from the address as it was', () => {
    const query = {
      ...EVERY_LINK,
      q: 'a b',
      status: 'expired',
      tags: ['x', 'y'],
      archived: 'all',
      createdFrom: '2026-11-01',
      createdTo: '2026-11-30',
      responsible: 'none',
      minClicks: '5',
      maxClicks: '0',
      needsReview: true,
      health: 'broken',
      sort: '-clicks',
      page: 3,
    } as const;
    const params = Object.fromEntries(
      Object.entries(writeQuery(query)).map(([key, value]) => [key, value ?? undefined]),
    );
    expect(readQuery(params)).toEqual(query);
  });

  it.each([
    ['status', 'nonsense', ''],
    ['sort', 'drop table', '-createdAt'],
    ['page', '-1', 1],
    ['page', '1.5', 1],
    ['archived', 'false', ''],
    ['minClicks', '-1', ''],
    ['maxClicks', '1e99', ''],
  ] as const)('takes %s=%s as not said', (key, value, expected) => {
    expect(readQuery({ [key]: value })[key]).toBe(expected);
  });

  it('sends only what is said', () => {
    expect(apiParams({ ...EVERY_LINK, q: 'x' }, 20)).toEqual({ q: 'x', perPage: 20 });
  });

  it('means in bulk exactly the links that the list shows: no condition is left out', () => {
    const shared = {
      q: 'x',
      status: 'expired',
      tags: ['a'],
      campaignId: 'c',
      createdBy: 'me',
      destination: 'example.com',
      archived: 'all',
      health: 'broken',
    } as const;
    const clicks = { minClicks: 1, maxClicks: 0 };
    expect(bulkFilter({ ...EVERY_LINK, ...shared, minClicks: '1', maxClicks: '0', needsReview: true })).toEqual({
      ...shared,
      ...clicks,
      needsReview: 'true',
    });
  });

  it('does not send sorting or paging as a bulk filter', () => {
    expect(bulkFilter({ ...EVERY_LINK, tags: ['x'], page: 4, sort: 'clicks' })).toEqual({ tags: ['x'] });
  });
});
