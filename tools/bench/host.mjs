// A bench must not measure other tenants of the same hardware. A virtual machine reports how much processor time its host gave
// to others while it wanted some (steal time); a measurement with much of it is repeated.
import { stolenSeconds } from './machine.mjs';

/** Share of the time of one core that the host may take from a measurement that counts. */
const MOST_STOLEN = 0.0025;
/** Measurements for each one that is wanted, at most: on a busy host the calmest ones count. */
const MOST_TRIES = 4;

let mostStolen = 0;

/**
 * Repeats measurements until `wanted` of them are free of steal time.
 * @template Measured
 * @param {number} wanted
 * @param {(at: number) => Promise<Measured>} measure one time, from 0 on
 * @returns {Promise<{ calm: Measured[], all: Measured[] }>} the calmest ones, as many as were wanted, and all of them
 */
export async function measureCalmly(wanted, measure) {
  const taken = [];
  const isCalm = ({ stolen }) => stolen <= MOST_STOLEN;
  while (taken.length < wanted * MOST_TRIES && taken.filter(isCalm).length < wanted) {
    const before = stolenSeconds();
    const startedAt = performance.now();
    const measured = await measure(taken.length);
    taken.push({ measured, stolen: ((stolenSeconds() - before) * 1000) / (performance.now() - startedAt) });
  }
  const calm = taken.toSorted((a, b) => a.stolen - b.stolen).slice(0, wanted);
  mostStolen = Math.max(mostStolen, ...calm.map(({ stolen }) => stolen));
  return { calm: calm.map(({ measured }) => measured), all: taken.map(({ measured }) => measured) };
}

/** What the host did to the measurements that count, as a sentence. */
export const describeHost = () =>
  `The host took at most ${(mostStolen * 100).toFixed(1)} % of a core from the measurements that count.`;
