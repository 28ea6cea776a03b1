import { byDay } from './days';

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
