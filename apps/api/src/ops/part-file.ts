import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The name of a part, with or without the mark of its run, and of the file that it was to become. */
const PART = /^(.+?)(?:\.[\da-f-]{36})?\.part$/;

/**
 * Does work with the path of a temporary file next to `file`, which is to be renamed or is removed afterwards, also when the
 * process exits meanwhile; only a killed one leaves it.
 */
export async function withPart<T>(file: string, work: (part: string) => Promise<T>): Promise<T> {
  // A name of its own: a second run for the same file would otherwise write into it.
  const part = `${file}.${randomUUID()}.part`;
  const removeAtExit = (): void => rmSync(part, { force: true });
  process.once('exit', removeAtExit);
  try {
    return await work(part);
  } finally {
    await rm(part, { force: true });
    process.off('exit', removeAtExit);
  }
}

/** Removes the parts of our files that killed runs have left in a folder. Only when no run is under way. */
export async function removeParts(folder: string, isOurs: (file: string) => boolean): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, file] = PART.exec(name) ?? [];
    if (file !== undefined && isOurs(file)) await rm(join(folder, name), { force: true });
  }
}
