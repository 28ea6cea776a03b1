/** Picks positions with given weights in constant time (Walker's alias method). */
export function weightedPicker(weights: readonly number[], random: () => number): () => number {
  const count = weights.length;
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / count;
  const share = Float64Array.from(weights, (weight) => weight / mean);
  const alias = new Uint32Array(count);
  const small: number[] = [];
  const large: number[] = [];
  share.forEach((value, index) => (value < 1 ? small : large).push(index));
  while (small.length > 0 && large.length > 0) {
    const low = small.pop() ?? 0;
    const high = large[large.length - 1] ?? 0;
    alias[low] = high;
    share[high] = (share[high] ?? 1) - (1 - (share[low] ?? 1));
    if ((share[high] ?? 1) < 1) small.push(large.pop() ?? 0);
  }
  for (const index of [...small, ...large]) share[index] = 1;
  return () => {
    const index = Math.floor(random() * count);
    return random() < (share[index] ?? 1) ? index : (alias[index] ?? index);
  };
}

/** Weights that fall with the rank (Zipf), as in real traffic: the first of 10,000 has a tenth of the total. */
export function longTail(count: number): number[] {
  return Array.from({ length: count }, (_, index) => 1 / (index + 1));
}
