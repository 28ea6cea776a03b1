import { carried, eachFilter, isFilter, readFilters, toggled, writeFilters } from './filters';

describe('filters of a report', () => {
  it('are read from the address, each value once, and those alone that the report knows', () => {
    const raw = { country: ['DE', 'DE', 'FR'], referrer: 'direct', device: '', tag: 'Print', period: '30d' };
    expect(readFilters(raw, 'workspace')).toEqual({ country: ['DE', 'FR'], referrer: ['direct'], tag: ['Print'] });
    expect(readFilters(raw, 'link')).toEqual({ country: ['DE', 'FR'], referrer: ['direct'] });
  });

  it('come with one press and go with the next', () => {
    const one = toggled({}, 'country', 'DE');
    const two = toggled(one, 'country', 'FR');
    expect(eachFilter(two)).toEqual([
      { name: 'country', value: 'DE' },
      { name: 'country', value: 'FR' },
    ]);
    const none = toggled(toggled(two, 'country', 'DE'), 'country', 'FR');
    expect(writeFilters(none)).toMatchObject({ country: null, link: null });
    expect(writeFilters(two).country).toEqual(['DE', 'FR']);
  });

  it.each([
    ['country', 'unknown', true],
    ['source', 'other', false],
    ['browser', 'Other', true],
    ['botClass', 'other', true],
    ['outcome', 'unknown', false],
  ])('%s %s: %s', (section, label, can) => {
    expect(isFilter(section, label)).toBe(can);
  });

  it('go along to the report of a link, as far as that knows them', () => {
    const raw = { period: '30d', compare: 'previous', country: 'DE', tag: 'Print', attribution: 'current' };
    expect(carried(raw)).toEqual({ period: '30d', compare: 'previous', country: 'DE' });
  });
});
