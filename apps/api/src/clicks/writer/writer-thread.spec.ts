import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WriterState } from './click-writer.js';
import type { WriterSetup } from './writer-protocol.js';
import { WriterThread } from './writer-thread.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signpost-writer-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The first thread reports one state and dies at the first command; later ones report another state and stay alive. */
const DIES_ONCE = `
  import { existsSync, writeFileSync } from 'node:fs';
  import { parentPort, workerData } from 'node:worker_threads';
  const isFirst = !existsSync(workerData.folder + '/died');
  writeFileSync(workerData.folder + '/died', '');
  parentPort.postMessage({ kind: 'state', state: { error: null, damagedBytes: isFirst ? 7 : 0, unreadable: 0, refused: isFirst ? 3 : 1 } });
  parentPort.on('message', ({ kind }) => {
    if (isFirst) throw new Error('boom');
    if (kind === 'stop') parentPort.close();
  });`;

test('counts of a thread that died are retained, and its successor clears the error', async () => {
  const script = join(folder, 'writer.mjs');
  writeFileSync(script, DIES_ONCE);
  const states: WriterState[] = [];
  const events = {
    held: () => [],
    onStored: () => undefined,
    onState: (state: WriterState) => states.push(state),
    onRecovered: () => undefined,
  };
  const writer = new WriterThread(pathToFileURL(script), { folder } as WriterSetup, events);
  writer.start();
  const untilReported = (count: number) => vi.waitFor(() => expect(states).toHaveLength(count), { timeout: 60_000 });
  await untilReported(1);
  void writer.flush(1);
  await untilReported(3);
  await writer.stop(0);
  expect(states).toEqual([
    { error: null, damagedBytes: 7, unreadable: 0, refused: 3 },
    { error: 'the writer died: boom', damagedBytes: 7, unreadable: 0, refused: 3 },
    { error: null, damagedBytes: 7, unreadable: 0, refused: 4 },
  ]);
});
