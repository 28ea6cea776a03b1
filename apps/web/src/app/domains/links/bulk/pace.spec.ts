import { Pace } from './pace';

/** How many turns there are at one instant. */
function turns(pace: Pace, now: number): number {
  let taken = 0;
  while (pace.take(now) === 0) taken++;
  return taken;
}

describe('the pace of a long row of requests', () => {
  it('gives as many turns as it has at once, and says when there are more', () => {
    const pace = new Pace(3, 100);
    expect(turns(pace, 1000)).toBe(3);
    expect(pace.take(1040)).toBe(60);
    expect(turns(pace, 1099)).toBe(0);
    expect(turns(pace, 1100)).toBe(3);
  });

  it('never gives more within any time of that length, however they lie', () => {
    const pace = new Pace(3, 100);
    expect([pace.take(1000), pace.take(1090), pace.take(1095)]).toEqual([0, 0, 0]);
    expect(turns(pace, 1100)).toBe(1);
    expect(turns(pace, 1150)).toBe(0);
    expect(turns(pace, 1190)).toBe(1);
  });

  it('waits as long as the server asks, and the longest of what it asks', () => {
    const pace = new Pace(3, 100);
    pace.close(1000, 500);
    pace.close(1000, 200);
    expect(pace.take(1499)).toBe(1);
    expect(pace.take(1500)).toBe(0);
  });
});
