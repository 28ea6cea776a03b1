import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { OutsideError } from '../errors/outside-error.js';

/**
 * A secret stored in a file, which is created if missing and readable by its owner only. The file is created together with
 * its content: of several processes that start at once, one creates it, and none reads a part of it.
 * @param lengthMin minimum length of every secret that `make` returns.
 * @throws OutsideError for a file with less content, as a full disk may have left it: an empty secret would be known to
 *   everybody.
 */
export function secretFromFile(file: string, lengthMin: number, make: () => string): string {
  if (!existsSync(file)) createOnce(file, make());
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length >= lengthMin) return secret;
  throw new OutsideError(
    `${file} holds no secret of at least ${lengthMin} characters. Remove it: the next start makes one.`,
  );
}

function createOnce(file: string, content: string): void {
  const part = `${file}.${randomUUID()}.part`;
  try {
    // Before it has its name: a machine that loses power afterwards would come up with an empty file, and not start.
    writeFileSync(part, content, { mode: 0o600, flush: true });
    linkSync(part, file);
  } catch (error) {
    // Another process was faster: its secret is used.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(part, { force: true });
  }
}
