// Visitors who come at a steady rate, whether or not those before them have been answered.
import { Agent, request } from 'node:http';
import { BROWSER } from './load.mjs';

const TICK_MS = 10;
/** Whoever waits longer has gone away. */
const PATIENCE_MS = 10_000;

export class SteadyVisitors {
  /** @param {{ ports: readonly number[], paths: readonly string[], rate: number }} options several ports: one after the other, and the next when one cannot be reached */
  constructor({ ports, paths, rate }) {
    this.ports = ports;
    this.paths = paths;
    this.rate = rate;
    this.agent = new Agent({ keepAlive: true, maxSockets: 512 });
    this.turn = 0;
    this.underWay = new Set();
    this.endedVisits = 0;
    this.waiting = [];
    this.reset();
  }

  start() {
    const startedAt = performance.now();
    let asked = 0;
    this.timer = setInterval(() => {
      const due = Math.floor(((performance.now() - startedAt) / 1000) * this.rate);
      for (; asked < due; asked += 1) this.come();
    }, TICK_MS);
  }

  /** What has become of those that were answered since it was last asked. */
  take() {
    const { phase } = this;
    this.reset();
    return {
      ...phase,
      asked: phase.answered + phase.failures.length,
      seconds: (performance.now() - phase.since) / 1000,
    };
  }

  /** Resolves when so many more visits have come to an end. */
  ended(count) {
    return new Promise((resolve) => this.waiting.push({ at: this.endedVisits + count, resolve }));
  }

  async stop() {
    clearInterval(this.timer);
    await Promise.all(this.underWay);
    this.agent.destroy();
  }

  reset() {
    this.phase = { since: performance.now(), answered: 0, repeated: 0, failures: [], milliseconds: [] };
  }

  come() {
    const visit = this.visit().finally(() => {
      this.underWay.delete(visit);
      this.endedVisits += 1;
      for (const { resolve } of this.waiting.filter(({ at }) => at <= this.endedVisits)) resolve();
      this.waiting = this.waiting.filter(({ at }) => at > this.endedVisits);
    });
    this.underWay.add(visit);
  }

  async visit() {
    this.turn += 1;
    const { turn } = this;
    const startedAt = performance.now();
    let outcome = await this.ask(this.ports[turn % this.ports.length], turn);
    if (typeof outcome === 'string' && this.ports.length > 1) {
      this.phase.repeated += 1;
      outcome = await this.ask(this.ports[(turn + 1) % this.ports.length], turn);
    }
    this.phase.milliseconds.push(performance.now() - startedAt);
    if (outcome === 302) this.phase.answered += 1;
    else this.phase.failures.push(String(outcome));
  }

  /** @returns {Promise<number | string>} the status, or why there is none */
  ask(port, turn) {
    return new Promise((resolve) => {
      const outgoing = request(
        {
          host: '127.0.0.1',
          port,
          path: this.paths[turn % this.paths.length],
          headers: { 'user-agent': BROWSER },
          agent: this.agent,
          timeout: PATIENCE_MS,
        },
        (incoming) => {
          incoming.resume();
          incoming.on('end', () => resolve(incoming.statusCode));
          incoming.on('error', (error) => resolve(error.message));
        },
      );
      outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')));
      outgoing.on('error', (error) => resolve(error.message));
      outgoing.end();
    });
  }
}
