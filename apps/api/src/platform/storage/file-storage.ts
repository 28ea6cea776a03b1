import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ObjectStorage, requireKey, storageUnavailable } from './object-storage.js';

/** Uploads as files in one folder. */
export class FileStorage extends ObjectStorage {
  constructor(private readonly folder: string) {
    super();
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    const file = this.pathOf(key);
    // Written to a temporary file and renamed, so that no partial file is visible, even if two processes write the same content
    // or the machine loses power.
    const part = `${file}.${randomUUID()}.part`;
    try {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(part, bytes, { flush: true });
      await rename(part, file);
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined);
      throw storageUnavailable(error);
    }
  }

  async read(key: string): Promise<Buffer | null> {
    const file = this.pathOf(key);
    try {
      return await readFile(file);
    } catch (error) {
      if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
      throw storageUnavailable(error);
    }
  }

  async delete(key: string): Promise<void> {
    const file = this.pathOf(key);
    try {
      await rm(file, { force: true });
    } catch (error) {
      throw storageUnavailable(error);
    }
  }

  private pathOf(key: string): string {
    return join(this.folder, requireKey(key));
  }
}
