// A journal as a process leaves it that was killed before its writer came to it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { ROOT } from '../process.mjs';

const SOURCE = join(ROOT, 'apps', 'api', 'src');
const COMMIT_EVERY = 1000;

/** Bundles a source file of the application. @returns {Promise<string>} what to import */
export async function bundle(file) {
  const dir = mkdtempSync(join(ROOT, 'node_modules', '.bench-'));
  await build({
    input: join(SOURCE, file),
    platform: 'node',
    tsconfig: join(ROOT, 'apps', 'api', 'tsconfig.json'),
    external: (id) => !/^(?:[./]|@signpost\/|@oxc-project\/runtime)/.test(id) && !id.startsWith(ROOT),
    output: { dir, format: 'esm', entryFileNames: 'entry.mjs' },
    logLevel: 'silent',
  });
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  return pathToFileURL(join(dir, 'entry.mjs')).href;
}

/**
 * Journals clicks of the last minute: long-tailed links, visitors of whom a part comes back. In a process of its own,
 * because a journal is another's to finish only once its owner has ended.
 *
 * @returns {Promise<string>} the journal's id, which the database has to know
 */
export function writeJournal(plan) {
  return runPlan(fileURLToPath(import.meta.url), plan, 'the journal was not written');
}

/** Runs a script that reads its plan from its input. @returns {Promise<string>} what it printed */
export function runPlan(script, plan, failure) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (chunk) => (printed += chunk));
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve(printed) : reject(new Error(`${failure} (${code})`))));
    child.stdin.end(JSON.stringify(plan));
  });
}

/**
 * One click now or in the minute before: a long-tailed link, a visitor of whom a part comes back.
 * @param {{ links: readonly object[], visitors: number, at: number }} of
 */
export function aClick({ links, visitors, at }) {
  const link = links[Math.min(links.length - 1, Math.floor(links.length ** Math.random()) - 1)];
  return {
    at,
    workspaceId: link.workspaceId,
    linkId: link.id,
    campaignId: link.campaignId,
    utm: { source: link.source, medium: link.medium, campaign: null, term: null, content: null },
    outcome: 'redirect_success',
    referrerHost: Math.random() < 0.5 ? 'direct' : `site-${Math.floor(300 ** Math.random())}.example`,
    country: 'DE',
    device: 'desktop',
    browser: 'Chrome',
    os: 'Windows',
    botClass: null,
    visitor: Math.floor(Math.random() * visitors)
      .toString(16)
      .padStart(16, '0'),
    counted: false,
  };
}

/** Visitors among so many events: more than a third of the clicks are somebody's second one. */
export const VISITORS_PER_EVENT = 0.6;

async function write({ dataDir, events, links }) {
  const { ClickJournal } = await import(await bundle('clicks/journal/click-journal.ts'));
  const journal = new ClickJournal({ folder: join(dataDir, 'journal') });
  const now = Date.now();
  const visitors = events * VISITORS_PER_EVENT;
  for (let index = 0; index < events; index += 1) {
    journal.record(aClick({ links, visitors, at: now - Math.floor(Math.random() * 60_000) }));
    if (index % COMMIT_EVERY === COMMIT_EVERY - 1) journal.commit();
  }
  journal.commit();
  journal.close();
  process.stdout.write(journal.id);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await write(JSON.parse(await text(process.stdin)));
