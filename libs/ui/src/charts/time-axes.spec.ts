import { isLabelled, isOver, labelEvery, valueScale } from './time-axes';

describe('valueScale', () => {
  it.each([
    [0, 1, 1],
    [1, 1, 1],
    [4, 1, 4],
    [5, 2, 6],
    [8, 2, 8],
    [9, 5, 10],
    [20, 5, 20],
    [21, 10, 30],
    [1000, 500, 1000],
    [1234, 500, 1500],
    [4001, 2000, 6000],
    [2_000_001, 1_000_000, 3_000_000],
  ])('up to %i in steps of %i to %i', (most, step, top) => {
    expect(valueScale(most)).toEqual({ step, top });
  });

  it('has one to four lines, none of them below the most', () => {
    for (let most = 0; most < 3000; most += 1) {
      const { step, top } = valueScale(most);
      expect(top).toBeGreaterThanOrEqual(most);
      expect(top / step).toBeLessThanOrEqual(4);
      expect(Number.isInteger(top / step)).toBe(true);
    }
  });
});

describe('labelEvery', () => {
  it.each([
    ['all when they fit', 7, 560, 40, 1],
    ['every second when they do not', 7, 300, 40, 2],
    ['a few of very many', 731, 300, 60, 244],
    ['one where there is no room', 7, 0, 40, 7],
    ['one of one', 1, 300, 40, 1],
  ])('%s', (_name, buckets, width, labelWidth, every) => {
    expect(labelEvery(buckets, width, labelWidth)).toBe(every);
  });
});

describe('isLabelled', () => {
  it.each([
    ['all of few', 3, 1, [0, 1, 2]],
    ['the last in its turn', 9, 4, [0, 4, 8]],
    ['the last instead of one that its label would touch', 30, 4, [0, 4, 8, 12, 16, 20, 24, 29]],
    ['the last where only one has room', 7, 7, [6]],
    ['the only one', 1, 1, [0]],
  ])('%s', (_name, buckets, every, labelled) => {
    const all = Array.from({ length: buckets }, (_, i) => i);
    expect(all.filter((i) => isLabelled(i, buckets, every))).toEqual(labelled);
  });
});

describe('isOver', () => {
  it.each([
    ['2026-11-21', '2026-11-21T23:59:59.999Z', false],
    ['2026-11-21', '2026-11-22T00:00:00.000Z', true],
    ['2026-11-21T03:00:00.000Z', '2026-11-21T03:59:59.999Z', false],
    ['2026-11-21T03:00:00.000Z', '2026-11-21T04:00:00.000Z', true],
  ])('%s at %s: %s', (bucket, now, expected) => {
    expect(isOver(bucket, Date.parse(now))).toBe(expected);
  });
});
