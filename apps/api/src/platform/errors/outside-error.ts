import { reasonOf } from './reason.js';

/** A failure whose cause lies outside: its message says all that a person needs, in one line where there is one fault. */
export class OutsideError extends Error {}

/** What a folder has to be, by the code of the file system's refusal. */
const WANTED: Readonly<Record<string, string>> = {
  EACCES: 'the user that runs Signpost has to be allowed to write there',
  EPERM: 'the user that runs Signpost has to be allowed to write there',
  EROFS: 'it has to lie on a disk that takes changes',
  ENOSPC: 'room has to be made there',
  EDQUOT: 'room has to be made there',
  EEXIST: 'it has to be the path of a folder',
  ENOTDIR: 'it has to be the path of a folder',
  ENOENT: 'it has to be there',
};

/**
 * Does what needs a folder that somebody has named.
 * @param name what names it, such as `BACKUP_DIR`.
 * @throws OutsideError that names it and what it has to be, when the file system refuses; anything else as it is.
 */
export async function inFolder<T>(name: string, folder: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code = '', path = folder } = error as NodeJS.ErrnoException;
    const wanted = WANTED[code];
    // What is read meanwhile may lie elsewhere.
    if (wanted === undefined || !(path.startsWith(folder) || folder.startsWith(path))) throw error;
    throw new OutsideError(`${name} ${folder}: ${wanted} (${reasonOf(error)}).`, { cause: error });
  }
}
