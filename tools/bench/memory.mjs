// `npm run bench -- memory [--links 1000000]`: what resolved links take in memory, and how long one is looked for.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { rolldown } from 'rolldown';
import { ROOT } from '../process.mjs';
import { describeMachine } from './machine.mjs';

const SOURCES = join(ROOT, 'apps', 'api', 'src', 'redirect');

export async function main(args) {
  const { values } = parseArgs({ args, options: { links: { type: 'string', default: '1000000' } } });
  const count = Number(values.links);
  setFlagsFromString('--expose-gc');
  const held = heldBy(runInNewContext('gc'));
  const folder = mkdtempSync(join(ROOT, 'dist', 'bench-'));
  try {
    const [{ LinkTable }, { linkFromRow }] = await load(folder, ['link-table', 'cached-link']);
    process.stdout.write(`${describeMachine()}; ${count.toLocaleString('en')} plain links\n`);
    const table = new LinkTable({ maximumEntries: count, maximumBytes: Number.MAX_SAFE_INTEGER });
    const before = held();
    let longest = 0;
    for (let n = 0; n < count; n += 1) {
      const row = rowOf(n);
      const started = performance.now();
      table.put(slugOf(n), linkFromRow(row, WORKSPACE, null));
      longest = Math.max(longest, performance.now() - started);
    }
    const bytes = (held() - before) / count;
    process.stdout.write(
      `${bytes.toFixed(0)} bytes a link; ${table.size.toLocaleString('en')} held; longest insertion ${longest.toFixed(1)} ms\n`,
    );
    for (const known of [1000, count])
      process.stdout.write(`look-up among ${known.toLocaleString('en')}: ${lookUp(table, known)} ns\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return 0;
}

/** Bytes of objects in the heap and of buffers beside it. */
function heldBy(collect) {
  return () => {
    // The buffers of what one collection found dead are counted until the next one begins.
    collect();
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
}

/** Nanoseconds to find one of the first `known` links, in no order that a cache could guess. */
function lookUp(table, known) {
  const rounds = 2_000_000;
  let found = 0;
  let n = 1;
  const started = process.hrtime.bigint();
  for (let round = 0; round < rounds; round += 1) {
    n = (n * 48271) % 2147483647;
    if (table.find(slugOf(n % known)) !== undefined) found += 1;
  }
  if (found !== rounds) throw new Error('a link was not found');
  return Math.round(Number(process.hrtime.bigint() - started) / rounds);
}

/** Modules of the redirect, in one bundle: they share their classes. */
async function load(folder, names) {
  const bundle = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, join(SOURCES, `${name}.ts`)])),
    platform: 'node',
    tsconfig: join(ROOT, 'apps', 'api', 'tsconfig.json'),
    external: (id) => !/^(?:[./]|@signpost\/)/.test(id),
  });
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  return Promise.all(names.map((name) => import(join(folder, `${name}.mjs`))));
}

/** Seven characters, as generated slugs have. */
const slugOf = (n) => (n * 7919 + 10_000_000).toString(36).padStart(7, 'k');

const NONE = [
  'starts_at',
  'expires_at',
  'scheduled_destination',
  'expiration_destination',
  'limit_destination',
  'maximum_visits',
  'password_version',
  'campaign_id',
  'campaign_utm_campaign',
  'campaign_utm_medium',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'targeting',
];

/** A row as the driver answers it: every text a string of its own. */
function rowOf(n) {
  const id = `01890000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
  return {
    ...Object.fromEntries(NONE.map((column) => [column, null])),
    workspace_id: Buffer.from(WORKSPACE).toString('latin1'),
    address: slugOf(n),
    id: Buffer.from(id).toString('latin1'),
    destination_url: Buffer.from(`https://www.example.com/articles/2026/11/landing-page-${n}`).toString('latin1'),
    is_enabled: true,
  };
}

const WORKSPACE = '01890000-0000-7000-8000-00000000ffff';
