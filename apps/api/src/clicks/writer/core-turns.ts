/**
 * What a thread of little hurry works at once, in milliseconds, before it leaves its core. By itself Linux lets one that
 * works go on until a tick of its clock, 4 ms at 250 Hz, however many redirects wait for the same core.
 */
const TURN_MS = 1;

/** A microsecond is often over before the thread has gone to sleep, which then works on: turns of three and more. */
const REST_MS = 0.02;

/** Between two looks at the clock: most steps take less than a microsecond, the longest some ten. */
const STEPS = 32;

/** Nobody wakes who waits for it. */
const nobody = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

let steps = 0;
let restAt = Infinity;

/**
 * Makes {@link giveWay} rest in this thread, which does nothing meanwhile: not for one that others wait for.
 * @returns what ends that.
 */
export function takeTurns(): () => void {
  restAt = performance.now() + TURN_MS;
  return () => (restAt = Infinity);
}

/** To be called at each step of long work: leaves the core to others when this thread takes turns and has had its own. */
export function giveWay(): void {
  steps = (steps + 1) % STEPS;
  if (steps !== 0 || performance.now() < restAt) return;
  Atomics.wait(nobody, 0, 0, REST_MS);
  restAt = performance.now() + TURN_MS;
}
