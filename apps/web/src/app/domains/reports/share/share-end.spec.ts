import { endDays, endOf } from './share-end';

const YEAR_MS = 366 * 86_400_000;

describe('the end of a share', () => {
  it('lies ahead on the first day that is offered, and within a year on the last', () => {
    const now = new Date(2027, 11, 31, 23, 59, 59).getTime();
    const { first, usual, last } = endDays(now);
    expect([first, usual]).toEqual(['2027-12-31', '2028-01-30']);
    expect(endOf(first)).toBe(new Date(2028, 0, 1).getTime());
    expect(endOf(last)).toBeLessThanOrEqual(now + YEAR_MS);
  });

  it('is counted in days of the calendar, of which one may have 23 or 25 hours', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const usual = [new Date(2027, 2, 20, 23, 30), new Date(2027, 9, 20, 0, 30)].map(
      (now) => endDays(now.getTime()).usual,
    );
    expect(usual).toEqual(['2027-04-19', '2027-11-19']);
    vi.unstubAllEnvs();
  });

  it.each(['', '2027', 'x-y-z'])('%s is no day', (text) => {
    expect(endOf(text)).toBeNull();
  });
});
