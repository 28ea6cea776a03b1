import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClickJournal } from './click-journal.js';

/** Closes a journal and makes its owner file name a process that does not exist. */
export function bury(folder: string, journal: ClickJournal): void {
  journal.close();
  const path = join(folder, `${journal.id}.owner`);
  const owner = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  // No process has this number: the operating system assigns far smaller ones.
  writeFileSync(path, JSON.stringify({ ...owner, pid: 2 ** 30 }));
}
