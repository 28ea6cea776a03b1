import { chmodSync, mkdirSync, statSync } from 'node:fs';

/** Mode for the owner only; if root starts the database as another user, that one may traverse the folder. */
const PRIVATE = 0o700;
const PASSAGE = 0o011;

/**
 * Creates a folder that only its owner can access, or restricts an existing one. A folder of another owner, such as a volume
 * that an orchestrator has created for a group, keeps its mode.
 * @throws Error of the file system.
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE });
  const { mode, uid } = statSync(folder);
  if (uid !== process.getuid?.()) return;
  const wanted = uid === 0 ? PRIVATE | (mode & PASSAGE) : PRIVATE;
  if ((mode & 0o777) !== wanted) chmodSync(folder, wanted);
}
