// Clicks that come as fast as the plan says, while they are stored: the journal and the writer's thread of the application in
// a process of their own, which stands for one that answers visitors.
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { aClick, bundle, runPlan, VISITORS_PER_EVENT } from './journal.mjs';

/** Visitors are answered, and their clicks committed, about so often. */
const TICK_MS = 2;
/** What waits for the last batches may take so long. */
const PATIENCE_MS = 60_000;

/**
 * @param {{ dataDir: string, connectionString: string, worker: string, rate: number, seconds: number, links: object[] }} plan
 * @returns {Promise<{ samples: { second: number, recorded: number, stored: number }[], seconds: number, recorded: number,
 *   stored: number, restMs: number }>} one sample a second while clicks came, and what was left over when they ended
 */
export async function sustain(plan) {
  return JSON.parse(await runPlan(fileURLToPath(import.meta.url), plan, 'clicks could not be made'));
}

async function run({ dataDir, connectionString, worker: script, rate, seconds, links }) {
  const { ClickJournal } = await import(await bundle('clicks/journal/click-journal.ts'));
  const folder = join(dataDir, 'journal');
  const journal = new ClickJournal({ folder });
  /** Events recorded when the journal was so long; a batch ends where a commit did. */
  const recordedAt = new Map([[0, 0]]);
  let stored = 0;
  const worker = new Worker(script, {
    workerData: { connection: { connectionString }, folder, journalId: journal.id },
  });
  const isReady = new Promise((resolve) => worker.once('message', resolve));
  worker.on('message', (news) => {
    if (news.kind !== 'stored') return;
    stored = recordedAt.get(news.position) ?? stored;
    journal.stored(news.position);
  });
  // As in the application, the first click comes when the database knows the journal.
  await isReady;

  const visitors = rate * seconds * VISITORS_PER_EVENT;
  const samples = [];
  const startedAt = performance.now();
  let recorded = 0;
  for (let elapsed = 0; elapsed < seconds * 1000; elapsed = performance.now() - startedAt) {
    const at = Date.now();
    for (const due = Math.floor((elapsed / 1000) * rate); recorded < due; recorded += 1) {
      journal.record(aClick({ links, visitors, at }));
    }
    journal.commit();
    recordedAt.set(journal.position, recorded);
    if (elapsed >= (samples.length + 1) * 1000) samples.push({ second: samples.length + 1, recorded, stored });
    await sleep(TICK_MS);
  }
  const took = (performance.now() - startedAt) / 1000;
  const endedAt = performance.now();
  while (stored < recorded && performance.now() - endedAt < PATIENCE_MS) await sleep(TICK_MS);
  const restMs = performance.now() - endedAt;
  journal.close();
  worker.postMessage({ kind: 'stop', graceMs: 5_000 });
  await new Promise((resolve) => worker.once('exit', resolve));
  process.stdout.write(JSON.stringify({ samples, seconds: took, recorded, stored, restMs }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(JSON.parse(await text(process.stdin)));
