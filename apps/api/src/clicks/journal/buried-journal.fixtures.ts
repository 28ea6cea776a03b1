import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClickJournal } from './click-journal.js';

/** Closes a journal of a folder; its process is dead from now on. */
export function bury(folder: string, journal: ClickJournal): void {
  journal.close();
  const path = join(folder, `${journal.id}.owner`);
  const owner = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  // The number belongs to nobody: processes are numbered far below it.
  writeFileSync(path, JSON.stringify({ ...owner, pid: 2 ** 30 }));
}
