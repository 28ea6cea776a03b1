// A journal as a process leaves it that was killed before its writer came to it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { ROOT } from '../process.mjs';

const JOURNAL = join(ROOT, 'apps', 'api', 'src', 'clicks', 'journal', 'click-journal.ts');
const COMMIT_EVERY = 1000;
/** Visitors among the events: more than a third of the clicks are a visitor's second one. */
const VISITORS_PER_EVENT = 0.6;

/**
 * Journals clicks of the last minute: long-tailed links, visitors of whom a part comes back. In a process of its own,
 * because a journal is another's to finish only once its owner has ended.
 *
 * @returns {string} the journal's id, which the database has to know
 */
export function writeJournal(plan) {
  return execFileSync(process.execPath, [fileURLToPath(import.meta.url)], { input: JSON.stringify(plan) }).toString();
}

function aClick(links, visitors, at) {
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

/** The application's own journal, from its source. */
async function loadJournal() {
  const dir = mkdtempSync(join(ROOT, 'node_modules', '.bench-'));
  await build({
    input: JOURNAL,
    platform: 'node',
    tsconfig: join(ROOT, 'apps', 'api', 'tsconfig.json'),
    external: (id) => !/^(?:[./]|@signpost\/|@oxc-project\/runtime)/.test(id) && !id.startsWith(ROOT),
    output: { dir, format: 'esm', entryFileNames: 'entry.mjs' },
    logLevel: 'silent',
  });
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  return import(pathToFileURL(join(dir, 'entry.mjs')).href);
}

async function write({ dataDir, events, links }) {
  const { ClickJournal } = await loadJournal();
  const journal = new ClickJournal({ folder: join(dataDir, 'journal') });
  const now = Date.now();
  for (let index = 0; index < events; index += 1) {
    journal.record(aClick(links, events * VISITORS_PER_EVENT, now - Math.floor(Math.random() * 60_000)));
    if (index % COMMIT_EVERY === COMMIT_EVERY - 1) journal.commit();
  }
  journal.commit();
  journal.close();
  process.stdout.write(journal.id);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await write(JSON.parse(await text(process.stdin)));
