import { instantYearAfter } from '@signpost/domain';
import { endDays, endOf } from './share-end';

describe('the end of a share', () => {
  it('lies ahead on the first day that is offered, and within a year on the last', () => {
    const now = new Date(2027, 11, 31, 23, 59, 59).getTime();
    const { first, usual, last } = endDays(now);
    expect([first, usual]).toEqual(['2027-12-31', '2028-01-30']);
    expect(endOf(first)).toBe(new Date(2028, 0, 1).getTime());
    expect(endOf(last)).toBeLessThanOrEqual(instantYearAfter(now));
  });

  it('is counted in days of the calendar, of which one may have 23 or 25 hours', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const usual = [new Date(2027, 2, 20, 23, 30), new Date(2027, 9, 20, 0, 30)].map(
      (now) => endDays(now.getTime()).usual,
    );
    expect(usual).toEqual(['2027-04-19', '2027-11-19']);
    vi.unstubAllEnvs();
  });

  it.each([
    // Summer time is over on that day one year later.
    ['Europe/Berlin', '2028-10-29T00:30+02:00', '2029-10-27'],
    ['America/New_York', '2028-11-05T00:30-04:00', '2029-11-03'],
    ['Europe/Berlin', '2028-10-29T12:00+01:00', '2029-10-28'],
    ['Pacific/Kiritimati', '2028-02-29T12:00+14:00', '2029-02-28'],
  ])('is offered in %s at %s up to the last day that the server allows', (zone, now, last) => {
    vi.stubEnv('TZ', zone);
    const at = Date.parse(now);
    expect(endDays(at).last).toBe(last);
    expect(endOf(last)).toBeLessThanOrEqual(instantYearAfter(at));
    vi.unstubAllEnvs();
  });

  it.each(['', '2027', 'x-y-z'])('%s is no day', (text) => {
    expect(endOf(text)).toBeNull();
  });
});
