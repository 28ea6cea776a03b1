import { comparedDays, rangeParams, readRange, spansAt, writeRange } from './range';

describe('report range', () => {
  it('is the last seven days unless said otherwise', () => {
    expect(readRange({})).toEqual({ period: '7d', from: '', to: '', compare: null });
  });

  it.each([
    [
      { period: '30d', compare: 'previous' },
      { period: '30d', from: '', to: '', compare: 'previous' },
    ],
    [
      { from: '2026-11-01', to: '2026-11-05' },
      { period: '', from: '2026-11-01', to: '2026-11-05', compare: null },
    ],
    [
      { from: '2026-11-05', to: '2026-11-01' },
      { period: '7d', from: '', to: '', compare: null },
    ],
    [
      { from: '2026-02-30', to: '2026-03-02' },
      { period: '7d', from: '', to: '', compare: null },
    ],
    [{ from: '2026-11-05' }, { period: '7d', from: '', to: '', compare: null }],
    [
      { period: '90d', compare: 'year' },
      { period: '90d', from: '', to: '', compare: 'year' },
    ],
    [
      { period: 'all', compare: 'previous' },
      { period: 'all', from: '', to: '', compare: null },
    ],
  ])('reads %o', (raw, range) => {
    expect(readRange(raw)).toEqual(range);
  });

  it('never sends a period beside two dates', () => {
    const range = readRange({ period: '30d', from: '2026-11-01', to: '2026-11-05' });
    expect(rangeParams(range)).toEqual({ from: '2026-11-01', to: '2026-11-05' });
    expect(writeRange(range)['period']).toBeNull();
  });

  it('finds the days just before, as many as there are', () => {
    const series = ['2026-03-01', '2026-03-02', '2026-03-03'].map((bucket) => ({ bucket }));
    expect(comparedDays(readRange({ period: '30d' }), series)).toEqual({ from: '2026-02-26', to: '2026-02-28' });
  });

  it('finds the same days a year before', () => {
    const range = readRange({ from: '2028-02-01', to: '2028-02-29', compare: 'year' });
    expect(comparedDays(range, [{ bucket: '2028-02-01' }])).toEqual({ from: '2027-02-01', to: '2027-02-28' });
  });

  it('finds the days before two that are counted by the hour', () => {
    const range = readRange({ from: '2026-03-01', to: '2026-03-02' });
    expect(comparedDays(range, [{ bucket: '2026-03-01T00:00:00.000Z' }])).toEqual({
      from: '2026-02-27',
      to: '2026-02-28',
    });
  });

  it('knows the week before, months, quarter and year of the UTC calendar', () => {
    const spans = spansAt(Date.parse('2028-03-31T23:59:59.999Z'));
    expect(spans.map(({ name, from, to }) => `${name} ${from} ${to}`)).toEqual([
      'lastWeek 2028-03-20 2028-03-26',
      'thisMonth 2028-03-01 2028-03-31',
      'lastMonth 2028-02-01 2028-02-29',
      'thisQuarter 2028-01-01 2028-03-31',
      'thisYear 2028-01-01 2028-03-31',
    ]);
    const [lastWeek, , lastMonth] = spansAt(Date.parse('2028-01-03T00:00:00Z'));
    expect(lastWeek).toEqual({ name: 'lastWeek', from: '2027-12-27', to: '2028-01-02' });
    expect(lastMonth).toEqual({ name: 'lastMonth', from: '2027-12-01', to: '2027-12-31' });
  });

  it('has no days before the last 24 hours', () => {
    expect(comparedDays(readRange({ period: '24h' }), [{ bucket: '2026-11-21T03:00:00.000Z' }])).toBeNull();
  });
});
