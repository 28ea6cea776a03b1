import { reasonOf } from './reason.js';

/** An error with a cause outside the application: its message says what to do, in one line if there is one problem. */
export class OutsideError extends Error {}

/** Requirement that a folder does not meet, by the error code of the file system. */
const WANTED: Readonly<Record<string, string>> = {
  EACCES: 'the user that runs Signpost needs permission to write to it',
  EPERM: 'the user that runs Signpost needs permission to write to it',
  EROFS: 'it must be on a writable file system',
  ENOSPC: 'free some space on its disk',
  EDQUOT: 'free some space on its disk',
  EEXIST: 'it must be a folder',
  ENOTDIR: 'it must be a folder',
  ENOENT: 'it must exist',
};

/**
 * Runs work that needs a configured folder.
 * @param name name of the setting, such as `BACKUP_DIR`.
 * @throws OutsideError naming the setting and the requirement that the folder does not meet; other errors are not changed.
 */
export async function inFolder<T>(name: string, folder: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code = '', path = folder } = error as NodeJS.ErrnoException;
    const wanted = WANTED[code];
    // The error may concern another path that the work uses.
    if (wanted === undefined || !(path.startsWith(folder) || folder.startsWith(path))) throw error;
    throw new OutsideError(`${name} ${folder}: ${wanted} (${reasonOf(error)}).`, { cause: error });
  }
}
