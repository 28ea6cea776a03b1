// `npm run bench -- hostile [--seconds 10] [--rate 200] [--parallel 8] [--no-build]`
//
// Visitors come at a steady rate while one client sends expensive requests as fast as it can over some connections, with their
// limits lifted: logos, previews of imports, QR pictures, sign-ins, bodies that are meant to hurt; each by itself, then all.
// Redirects keep their p99 within three times the idle one (or 15 ms), and the process takes at most 150 MB more.
import { randomBytes } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import sharp from 'sharp';
import { head, number, percentile, row, print, sum, Targets } from './figures.mjs';
import { exchange, fileForm, makeLinks, NO_LIMIT, prepare, register, startApp } from './instance.mjs';
import { describeMachine, residentMb } from './machine.mjs';
import { SteadyVisitors } from './steady-visitors.mjs';

const TARGET = { times: 3, leastMs: 15, moreMb: 150 };
const LINKS = 50;
const LOGO_PIXELS = 1800;
const PREVIEW_ROWS = 900;

export async function main(args) {
  const options = await prepare(args, { seconds: 10, rate: 200, parallel: 8 });
  const app = await startApp({ env: { RATE_LIMIT_LOGO: NO_LIMIT, RATE_LIMIT_QR: NO_LIMIT } });
  try {
    return await measure(app, options);
  } finally {
    await app.stop();
  }
}

async function measure(app, { seconds, rate, parallel }) {
  const cookie = await register(app);
  const links = await makeLinks(app.port, cookie, LINKS);
  const visitors = new SteadyVisitors({ port: app.port, paths: links.map(({ slug }) => `/${slug}`), rate });
  visitors.start();
  const client = new Worker(import.meta.filename, { workerData: { port: app.port, cookie, linkId: links[0].id } });
  const message = () => new Promise((done) => client.once('message', done));
  const names = await message();
  const phase = async (attacks) => {
    visitors.take();
    client.postMessage({ attacks, seconds, parallel });
    return { answers: await message(), ...visitors.take() };
  };
  print(`${describeMachine()}; ${rate} redirects a second, ${parallel} connections of the client, ${seconds} s each\n`);
  head(['beside', 'sent per second', 'answered with', 'p50 ms', 'p99 ms', 'failed', 'RSS MB']);
  const targets = new Targets();
  const printRow = (name, { answers, milliseconds, failures }, memory) => {
    const sent = sum(Object.values(answers));
    const statuses = Object.entries(answers).map(([status, count]) => `${status}: ${count}`);
    const times = [0.5, 0.99].map((share) => number(percentile(milliseconds, share), 1));
    row([name, number(sent / seconds), statuses.join(', ') || '–', ...times, failures.length, memory]);
  };
  // What the first redirects compile is not what is measured.
  await phase([]);
  const idle = await phase([]);
  const idleMb = residentMb(app.pid);
  printRow('nothing', idle, idleMb);
  const most = Math.max(TARGET.times * percentile(idle.milliseconds, 0.99), TARGET.leastMs);
  let peakMb = idleMb;
  const watch = setInterval(() => (peakMb = Math.max(peakMb, residentMb(app.pid))), 200);
  for (const [name, attacks] of [...names.map((one) => [one, [one]]), ['all of them', names]]) {
    const result = await phase(attacks);
    printRow(name, result, residentMb(app.pid));
    const p99 = percentile(result.milliseconds, 0.99);
    targets.check(
      p99 <= most && result.failures.length === 0,
      `beside ${name}: p99 ${number(p99, 1)} ms (≤ ${number(most, 1)}), ${result.failures.length} failed`,
    );
  }
  clearInterval(watch);
  await visitors.stop();
  await client.terminate();
  const moreMb = peakMb - idleMb;
  targets.check(moreMb <= TARGET.moreMb, `memory grew by ${moreMb} MB at most (≤ ${TARGET.moreMb})`);
  return targets.show();
}

/** Sends over `parallel` connections, the next request as soon as one is answered. @returns the number of answers by status. */
async function attack(senders, seconds, parallel) {
  const answers = {};
  const end = performance.now() + seconds * 1000;
  const connection = async (sender) => {
    while (performance.now() < end) {
      const status = await sender().then(
        (answer) => answer.status,
        () => 'cut off',
      );
      answers[status] = (answers[status] ?? 0) + 1;
    }
  };
  const waiting = new Promise((done) => setTimeout(done, seconds * 1000));
  const all = senders.flatMap((sender) => Array.from({ length: parallel }, () => connection(sender)));
  await Promise.all([waiting, ...all]);
  return answers;
}

/** What is sent, by name. */
async function attacksOn({ port }, cookie, linkId) {
  const noise = randomBytes(LOGO_PIXELS * LOGO_PIXELS * 3);
  const picture = await sharp(noise, { raw: { width: LOGO_PIXELS, height: LOGO_PIXELS, channels: 3 } })
    .jpeg({ quality: 30 })
    .toBuffer();
  const logo = fileForm('logo.jpg', 'image/jpeg', picture);
  const lines = Array.from({ length: PREVIEW_ROWS }, (_, n) => `https://example.com/${n}/${'x'.repeat(900)},Row ${n}`);
  const csv = fileForm('links.csv', 'text/csv', `destination_url,title\n${lines.join('\n')}\n`);
  const deep = '['.repeat(45_000) + ']'.repeat(45_000);
  const fields = (count) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));
  const wide = JSON.stringify(fields(9_000));
  const list = (name, count, item) => `{"${name}":[${Array(count).fill(JSON.stringify(item)).join(',')}]}`;
  // More values and objects than are parsed; then nearly as many: far too many rows, and a thousand of unknown columns.
  const rows = [
    list('rows', 300_000, {}),
    list('rows', 90_000, {}),
    list('rows', 14_000, { row: 1 }),
    list('rows', 1_000, { row: 1, values: fields(55) }),
  ];
  const items = list('items', 14_000, { clientKey: 'a', utmSource: 'b', slug: '-' });
  let turn = 0;
  const post = (path, options) => exchange(port, 'POST', path, { cookie, ...options });
  const bodies = [
    () => post('/api/links', { body: deep }),
    () => post('/api/links', { body: wide }),
    () => post('/api/auth/login', { body: `{"email":"${'a'.repeat(90_000)}` }),
    ...rows.map((body) => () => post('/api/links/import', { body })),
    () => post('/api/links/batch', { body: items }),
  ];
  return {
    logos: () => post('/api/workspaces/logo', { body: logo }),
    'previews of imports': () => post('/api/links/import/preview', { body: csv }),
    'QR pictures': () => exchange(port, 'GET', `/api/links/${linkId}/qr?format=png&size=2048`, { cookie }),
    'sign-ins': () =>
      post('/api/auth/login', { body: { email: `${(turn += 1)}@example.test`, password: 'wrong-but-long' } }),
    'hostile bodies': () => bodies[(turn += 1) % bodies.length](),
  };
}

// The client has a thread of its own, which comes last: on a machine of its own it would take nothing from the server, nor
// from the visitors' clock.
if (!isMainThread) {
  setPriority(0, constants.priority.PRIORITY_LOW);
  const attacks = await attacksOn(workerData, workerData.cookie, workerData.linkId);
  parentPort.on('message', async ({ attacks: names, seconds, parallel }) => {
    parentPort.postMessage(
      await attack(
        names.map((name) => attacks[name]),
        seconds,
        parallel,
      ),
    );
  });
  parentPort.postMessage(Object.keys(attacks));
}
