import { chmodSync, mkdirSync, statSync } from 'node:fs';

/** What only its owner may look into; where root starts the database as another user, that one may pass through. */
const PRIVATE = 0o700;
const PASSAGE = 0o011;

/**
 * Makes a folder that nobody else can look into, and closes one that is there. A folder of somebody else, such as a volume
 * that an orchestrator has made for a group, keeps the mode that its owner gave it.
 * @throws Error of the file system.
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE });
  const { mode, uid } = statSync(folder);
  if (uid !== process.getuid?.()) return;
  const wanted = uid === 0 ? PRIVATE | (mode & PASSAGE) : PRIVATE;
  if ((mode & 0o777) !== wanted) chmodSync(folder, wanted);
}
