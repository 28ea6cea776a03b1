// Loaded into an application under test: moves its wall clock by the milliseconds that a file holds, in every thread.
// Timers and performance.now() go on as they do when the clock of a machine is set.
import { readFileSync } from 'node:fs';

const RealDate = Date;
let shiftMs = 0;
const read = () => {
  try {
    shiftMs = Number(readFileSync(process.env.CLOCK_SHIFT_FILE, 'utf8'));
  } catch {
    // Not written yet.
  }
};
read();
setInterval(read, 20).unref();

globalThis.Date = new Proxy(RealDate, {
  construct: (target, parts, newTarget) =>
    Reflect.construct(target, parts.length === 0 ? [RealDate.now() + shiftMs] : parts, newTarget),
  get: (target, name) => (name === 'now' ? () => RealDate.now() + shiftMs : Reflect.get(target, name)),
});
