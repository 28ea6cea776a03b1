// `npm run bench -- coherence [--changes 100] [--connections 64]`: how long visitors of one process still get what another
// has changed, while the first redirects as much as it can.
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { parseArgs } from 'node:util';
import { runQuietly } from '../process.mjs';
import { percentile } from './instance.mjs';
import { BROWSER, GENERATOR, load } from './load.mjs';
import { describeMachine } from './machine.mjs';
import { MAIN, startApp, startProcess, WARM_LINKS } from './redirect-app.mjs';

const TARGET_MS = 1000;
const PAUSE_MS = 50;

export async function main(args) {
  const { values } = parseArgs({
    args,
    options: {
      changes: { type: 'string', default: '100' },
      connections: { type: 'string', default: '64' },
      'no-build': { type: 'boolean', default: false },
    },
  });
  if (!values['no-build'] || !existsSync(MAIN)) {
    const built = await runQuietly('nx', ['run-many', '-t', 'build', '-p', 'api', '--output-style=static']);
    if (built !== 0) return built;
  }
  const writer = await startApp({ many: 0 });
  const reader = await startProcess(writer.databaseUrl);
  try {
    const traffic = new Traffic({ port: reader.port, connections: Number(values.connections) });
    const delays = [];
    for (let change = 0; change < Number(values.changes); change += 1) {
      const slug = `warm${change % WARM_LINKS}`;
      const destination = `https://example.com/changed/${change}`;
      await location(reader.port, slug);
      await writer.pool.query('UPDATE links SET destination_url = $2 WHERE slug = $1', [slug, destination]);
      const changedAt = performance.now();
      while ((await location(reader.port, slug)) !== destination);
      delays.push(performance.now() - changedAt);
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
    const perSecond = await traffic.stop();
    const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => percentile(delays, share).toFixed(1));
    process.stdout.write(`${describeMachine()}; load by ${GENERATOR}: ${Math.round(perSecond)} redirects a second\n`);
    process.stdout.write(`${delays.length} changes of another process, seen after p50 ${p50} ms, p99 ${p99} ms, `);
    process.stdout.write(`at the latest ${longest} ms\n`);
    return Math.max(...delays) <= TARGET_MS ? 0 : 1;
  } finally {
    await reader.stop();
    await writer.stop();
  }
}

/** Loads a process second by second until it is told to stop. */
class Traffic {
  #isRunning = true;
  #rates = [];
  #ended;

  constructor({ port, connections }) {
    this.#ended = this.#run({ port, connections, core: null, prefix: 'warm', count: WARM_LINKS, seconds: 1 });
  }

  async #run(options) {
    while (this.#isRunning) this.#rates.push((await load(options)).perSecond);
  }

  /** @returns {Promise<number>} the median rate, in requests a second */
  async stop() {
    this.#isRunning = false;
    await this.#ended;
    return percentile(this.#rates, 0.5);
  }
}

function location(port, slug) {
  return new Promise((done, fail) => {
    const options = { host: '127.0.0.1', port, path: `/${slug}`, headers: { 'user-agent': BROWSER } };
    const outgoing = request(options, (incoming) => {
      incoming.resume();
      done(incoming.headers.location);
    });
    outgoing.on('error', fail);
    outgoing.end();
  });
}
