import { momentOfSkipped } from './skipped-time';

describe('a local time that does not exist when clocks are set forward', () => {
  beforeEach(() => vi.stubEnv('TZ', 'Europe/Berlin'));
  afterEach(() => vi.unstubAllEnvs());

  it('stands for a later one', () => {
    expect(momentOfSkipped('2027-03-28T02:30')?.toISOString()).toBe('2027-03-28T01:30:00.000Z');
  });

  it.each(['2027-03-28T01:59', '2027-03-28T03:00', '2027-10-31T02:30', '2027-03-28T03:00:15', '', 'soon'])(
    'is none of %o',
    (value) => {
      expect(momentOfSkipped(value)).toBeNull();
    },
  );
});
