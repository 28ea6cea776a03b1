import { chmodSync, closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { OutsideError } from '../errors/outside-error.js';
import { reasonOf } from '../errors/reason.js';

/** Another running process uses the folder. `ownerPid` is null when its process id could not be read. */
export class DataDirInUseError extends OutsideError {
  override readonly name = 'DataDirInUseError';

  constructor(
    readonly dataDir: string,
    readonly ownerPid: number | null,
  ) {
    const owner = ownerPid === null ? 'another process' : `process ${String(ownerPid)}`;
    super(
      `${dataDir} is in use by ${owner}. Stop it first, or give this one a DATA_DIR of its own ` +
        '(several instances share one database through DATABASE_URL).',
    );
  }
}

/** A held lock. `release` may be called twice. */
export interface DataDirLock {
  release(): void;
}

/**
 * Locks the file at `path` for this process, or throws `DataDirInUseError` when a running process holds the lock.
 *
 * It is a lock of the kernel, taken through SQLite because Node has no flock: it ends with its process, however that dies, so
 * a stale file never blocks a start; and it works between containers that share a volume, where process ids are not
 * comparable. The process id in the file next to it is only used for the error message.
 */
export function lockDataDir(dataDir: string, path: string): DataDirLock {
  keepFromOthers(path);
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) throw new DataDirInUseError(dataDir, readOwner(path));
    throw new OutsideError(
      `DATA_DIR ${dataDir}: its lock cannot be taken (${reasonOf(error)}). It needs free space, and Signpost needs permission to write to it.`,
      { cause: error },
    );
  }
  keepFromOthers(ownerFile(path));
  writeFileSync(ownerFile(path), `${String(process.pid)}\n`);
  return {
    release: () => {
      if (database.isOpen) database.close();
    },
  };
}

/** Whether a running process, this one included, holds the lock on the file at `path`. */
export function isDataDirLocked(path: string): boolean {
  try {
    const database = new DatabaseSync(path, { timeout: 0, readOnly: true });
    try {
      database.exec('BEGIN; SELECT 1 FROM sqlite_schema');
      return false;
    } finally {
      database.close();
    }
  } catch (error) {
    return isBusy(error);
  }
}

/** Makes the lock file inaccessible to other users, who could otherwise hold the lock. */
function keepFromOthers(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

function ownerFile(path: string): string {
  return `${path}.pid`;
}

function readOwner(path: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(ownerFile(path), 'utf8'), 10);
    return Number.isNaN(pid) ? null : pid;
  } catch {
    return null;
  }
}
