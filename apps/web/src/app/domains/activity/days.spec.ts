import { byDay, daysBetween } from './days';

const at = (...parts: [number, number, number, number, number]) => ({ at: new Date(...parts).toISOString() });

describe('byDay', () => {
  it('parts at local midnight and keeps the order', () => {
    const [a, b, c] = [at(2026, 10, 21, 0, 0), at(2026, 10, 20, 23, 59), at(2026, 10, 20, 0, 0)];
    expect(byDay([a, b, c])).toEqual([
      { start: new Date(2026, 10, 21).getTime(), items: [a] },
      { start: new Date(2026, 10, 20).getTime(), items: [b, c] },
    ]);
  });

  it('has no days without events', () => {
    expect(byDay([])).toEqual([]);
  });
});

test('daysBetween does not mind an hour more or less', () => {
  const day = 86_400_000;
  expect(daysBetween(0, day)).toBe(1);
  expect(daysBetween(0, day - 3_600_000)).toBe(1);
  expect(daysBetween(0, day + 3_600_000)).toBe(1);
  expect(daysBetween(day, day)).toBe(0);
});
