// `npm run bench -- restart [--rate 1000] [--seconds 3] [--no-build]`: three instances on one database behind
// docker/proxy/nginx.conf, a steady stream of visitors who never ask twice; every instance is replaced, then one is lost.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { freePort, makeFolder, stopProcess, untilHealthy } from '../app-process.mjs';
import { ROOT } from '../process.mjs';
import { head, percentile, row, print } from './figures.mjs';
import { makeLinks, prepare, register, startApp } from './instance.mjs';
import { describeMachine, requirePrograms } from './machine.mjs';
import { SteadyVisitors } from './steady-visitors.mjs';

const INSTANCES = 3;

export async function main(args) {
  requirePrograms('nginx');
  const { rate, seconds } = await prepare(args, { rate: 1000, seconds: 3 });
  const fleet = new Fleet();
  try {
    await fleet.start();
    return await measure(fleet, rate, seconds);
  } finally {
    await fleet.stop();
  }
}

async function measure(fleet, rate, secondsBetween) {
  const links = await makeLinks(fleet.front, await register({ port: fleet.front }), 50);
  const visitors = new SteadyVisitors({ port: fleet.front, paths: links.map(({ slug }) => `/${slug}`), rate });
  const someVisits = () => new Promise((resolve) => setTimeout(resolve, secondsBetween * 1000));
  visitors.start();
  await someVisits();
  for (let index = 0; index < INSTANCES; index += 1) {
    await fleet.replace(index);
    await someVisits();
  }
  const rolling = visitors.take();
  await fleet.lose(0);
  await someVisits();
  await fleet.begin(0);
  await someVisits();
  const lost = visitors.take();
  await visitors.stop();
  const answered = rolling.answered + lost.answered + visitors.take().answered;
  const stored = await fleet.storedClicks(answered);
  print(`${describeMachine()}; ${INSTANCES} instances, nginx in front; ${rate} redirects a second asked for\n`);
  head(['phase', 'sent', 'per second', 'failed', 'p50 ms', 'p99 ms', 'slowest ms']);
  for (const [name, { sent, seconds, failures, milliseconds }] of [
    ['every instance replaced', rolling],
    ['one instance killed and replaced', lost],
  ]) {
    const times = [0.5, 0.99, 1].map((share) => percentile(milliseconds, share).toFixed(1));
    row([name, sent, Math.round(sent / seconds), failures.length, ...times]);
  }
  const failures = [...rolling.failures, ...lost.failures];
  if (failures.length > 0) print(`\nfailed: ${[...new Set(failures)].join(', ')}\n`);
  print(`\nclicks: ${answered} answered, ${stored} stored, ${Math.max(0, answered - stored)} lost\n`);
  return failures.length === 0 && stored >= answered ? 0 : 1;
}

/** One database, three instances that share a data folder as in docker/compose.scale.yaml, and a proxy. */
class Fleet {
  folder = makeFolder();
  ports = [];
  instances = [];

  async start() {
    // Holds the embedded database, and takes no part in anything else.
    this.keeper = await startApp({ dataDir: join(this.folder, 'keeper'), env: { ROLES: 'jobs' } });
    this.pool = new pg.Pool({ connectionString: this.keeper.databaseUrl, max: 2 });
    for (let index = 0; index < INSTANCES; index += 1) this.ports.push(await freePort());
    this.front = await freePort();
    for (let index = 0; index < INSTANCES; index += 1) await this.begin(index);
    await this.startProxy();
  }

  async begin(index) {
    const env = {
      DATABASE_URL: this.keeper.databaseUrl,
      PUBLIC_URL: `http://127.0.0.1:${this.front}`,
      SESSION_SECRET: 'bench-bench-bench-bench-bench-bench',
      TRUST_PROXY: '1',
    };
    const app = await startApp({ dataDir: join(this.folder, 'data'), port: this.ports[index], env });
    this.instances[index] = app.child;
  }

  /** As an operator does: stop, wait for the end, start. */
  async replace(index) {
    await stopProcess(this.instances[index]);
    if (this.instances[index].exitCode !== 0) throw new Error('an instance did not end cleanly');
    await this.begin(index);
  }

  /** As a machine does when its power goes. */
  lose(index) {
    return new Promise((resolve) => {
      this.instances[index].once('exit', resolve);
      this.instances[index].kill('SIGKILL');
    });
  }

  /** docker/proxy/nginx.conf as it is, but for the addresses. */
  async startProxy() {
    const folder = join(this.folder, 'nginx');
    mkdirSync(folder);
    const shipped = readFileSync(join(ROOT, 'docker', 'proxy', 'nginx.conf'), 'utf8');
    const site = this.ports.reduce(
      (text, port, index) => text.replace(`app-${index + 1}:3000`, `127.0.0.1:${port}`),
      shipped.replace('listen 80;', `listen 127.0.0.1:${this.front};`),
    );
    const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const temporary = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n');
    writeFileSync(
      join(folder, 'nginx.conf'),
      `worker_processes 1;\npid ${folder}/pid;\nerror_log ${folder}/error.log;\nevents { worker_connections 4096; }\nhttp {\naccess_log off;\n${temporary}\n${site}\n}\n`,
    );
    this.proxy = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], { stdio: 'ignore' });
    await untilHealthy(this.front, this.proxy);
  }

  /** Waits for the clicks to arrive, for a minute at most, and ends the instances, which store the last they have. */
  async storedClicks(expected) {
    for (let tries = 0; tries < 600 && (await this.clicks()) < expected; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    for (const instance of this.instances) await stopProcess(instance);
    return this.clicks();
  }

  async clicks() {
    return (await this.pool.query('SELECT count(*)::int AS n FROM click_events WHERE outcome = 0')).rows[0].n;
  }

  async stop() {
    await this.pool?.end();
    for (const child of [this.proxy, ...this.instances, this.keeper?.child]) if (child) await stopProcess(child);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
