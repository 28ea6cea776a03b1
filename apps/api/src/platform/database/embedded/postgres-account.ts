import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { OutsideError } from '../../errors/outside-error.js';

/** The operating system account that the database server runs as. */
export interface PostgresAccount {
  readonly uid: number;
  readonly gid: number;
}

/**
 * The account to run the server as; null: the account of this process. PostgreSQL refuses to run as root, so root chooses
 * the owner of existing data, otherwise `postgres`, otherwise `nobody`.
 */
export function choosePostgresAccount(clusterDir: string): PostgresAccount | null {
  if (process.getuid?.() !== 0) return null;
  const owner = ownerOf(clusterDir);
  if (owner !== null && owner.uid !== 0) return owner;
  const account = findAccount('postgres') ?? findAccount('nobody');
  if (account === null) {
    throw new OutsideError(
      'PostgreSQL refuses to run as root, and this machine has neither a "postgres" nor a "nobody" account.',
    );
  }
  return account;
}

/** Whether the account may reach `path`: it has search permission for every folder above it, and for itself if it is a folder. */
export function canReach(path: string, account: PostgresAccount | null): boolean {
  if (account === null) return true;
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const entry = statSync(folder, { throwIfNoEntry: false });
    if (entry?.isDirectory() === true && !maySearch(entry, account)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function maySearch(entry: { mode: number; uid: number; gid: number }, account: PostgresAccount): boolean {
  const SEARCH = 0o1;
  if (entry.uid === account.uid) return ((entry.mode >> 6) & SEARCH) !== 0;
  if (entry.gid === account.gid) return ((entry.mode >> 3) & SEARCH) !== 0;
  return (entry.mode & SEARCH) !== 0;
}

function ownerOf(path: string): PostgresAccount | null {
  const entry = statSync(path, { throwIfNoEntry: false });
  return entry === undefined ? null : { uid: entry.uid, gid: entry.gid };
}

function findAccount(name: string): PostgresAccount | null {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [login, , uid, gid] = line.split(':');
    if (login === name && uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  return null;
}
