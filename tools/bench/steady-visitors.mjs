// Visitors who come at a steady rate, whether or not those before them have been answered, and ask once.
import { exchange } from './instance.mjs';
import { BROWSER } from './load.mjs';

const TICK_MS = 10;
/** A visitor gives up after this time. */
const PATIENCE_MS = 10_000;

export class SteadyVisitors {
  /** @param {{ port: number, paths: readonly string[], rate: number }} options */
  constructor({ port, paths, rate }) {
    Object.assign(this, { port, paths, rate, underWay: new Set() });
    this.reset();
  }

  start() {
    const startedAt = performance.now();
    let sent = 0;
    this.timer = setInterval(() => {
      const due = Math.floor(((performance.now() - startedAt) / 1000) * this.rate);
      for (; sent < due; sent += 1) {
        const visit = this.visit(this.paths[sent % this.paths.length]).finally(() => this.underWay.delete(visit));
        this.underWay.add(visit);
      }
    }, TICK_MS);
  }

  /** Results of the requests that ended since the last call. */
  take() {
    const { phase } = this;
    this.reset();
    const seconds = (performance.now() - phase.since) / 1000;
    return { ...phase, sent: phase.answered + phase.failures.length, seconds };
  }

  async stop() {
    clearInterval(this.timer);
    await Promise.all(this.underWay);
  }

  reset() {
    this.phase = { since: performance.now(), answered: 0, failures: [], milliseconds: [] };
  }

  async visit(path) {
    const startedAt = performance.now();
    const options = { agent: BROWSER, signal: AbortSignal.timeout(PATIENCE_MS) };
    const outcome = await exchange(this.port, 'GET', path, options).then(
      ({ status }) => status,
      ({ message }) => message,
    );
    this.phase.milliseconds.push(performance.now() - startedAt);
    if (outcome === 302) this.phase.answered += 1;
    else this.phase.failures.push(String(outcome));
  }
}
