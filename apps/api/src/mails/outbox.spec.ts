import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Outbox } from './outbox.js';

const DAY = 24 * 3600_000;
const NOW = Date.parse('2026-11-21T12:00:00.000Z');

let parent: string;
let folder: string;
let outbox: Outbox;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'signpost-outbox-'));
  folder = join(parent, 'outbox');
  outbox = new Outbox(folder);
});
afterEach(() => {
  rmSync(parent, { recursive: true, force: true });
});

async function write(at: number, id: string): Promise<void> {
  await outbox.write(new Date(at), id, Buffer.from('mail'));
  const name = readdirSync(folder).find((file) => file.endsWith(`-${id}.eml`)) ?? '';
  utimesSync(join(folder, name), new Date(at), new Date(at));
}

test('a mail is one file that only its owner can read', async () => {
  await write(NOW, 'a');
  expect(readdirSync(folder)).toEqual(['20261121T120000000Z-a.eml']);
  expect(statSync(folder).mode & 0o077).toBe(0);
  expect(statSync(join(folder, '20261121T120000000Z-a.eml')).mode & 0o077).toBe(0);
});

test('mails are removed after a month, other files stay', async () => {
  await write(NOW - 30 * DAY - 1000, 'over');
  await write(NOW - 30 * DAY, 'on-time');
  await write(NOW, 'new');
  const note = join(folder, '0-note.txt');
  writeFileSync(note, 'mine');
  utimesSync(note, 0, 0);
  expect(await outbox.prune(NOW)).toBe(1);
  expect(readdirSync(folder).sort()).toEqual([
    '0-note.txt',
    '20261022T120000000Z-on-time.eml',
    '20261121T120000000Z-new.eml',
  ]);
});

test('the newest thousand stay, however many there are', async () => {
  for (let number = 0; number < 1003; number += 1) await write(NOW + number * 1000, `m${number}`);
  expect(await outbox.prune(NOW)).toBe(3);
  const left = readdirSync(folder).sort();
  expect([left.length, left[0]]).toEqual([1000, '20261121T120003000Z-m3.eml']);
});

test('a missing folder is no error', async () => {
  expect(await outbox.prune(NOW)).toBe(0);
});
