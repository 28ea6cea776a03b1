import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@signpost/domain';

/** Longer than any mail is useful: its token expires after at most a week. */
const KEEP_DAYS = 30;
const FILES_MAX = 1000;
/** A mail, or a partial file left by a killed process. */
const MAIL_FILE = /\.eml(?:\.part)?$/;

/** The folder that receives mails when no mail server is configured: one RFC 5322 file each, named by its time. */
export class Outbox {
  constructor(private readonly folder: string) {}

  async write(at: Date, id: string, message: Buffer): Promise<void> {
    const time = at.toISOString().replace(/[-:.]/g, '');
    const file = join(this.folder, `${time}-${id}.eml`);
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    // Written atomically, so that programs that watch the folder never read a partial mail.
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
  }

  /**
   * Removes mails older than 30 days, and all but the newest thousand.
   * @param now Unix milliseconds.
   * @returns the number of removed files.
   */
  async prune(now: number): Promise<number> {
    const files = (await readdir(this.folder).catch(whenMissing)).filter((name) => MAIL_FILE.test(name)).sort();
    let removed = 0;
    // Oldest first: the first file to keep ends the loop.
    for (const name of files) {
      const file = join(this.folder, name);
      const { mtimeMs } = await stat(file);
      if (files.length - removed <= FILES_MAX && mtimeMs >= now - KEEP_DAYS * DAY_MS) break;
      await rm(file, { force: true });
      removed += 1;
    }
    return removed;
  }
}

function whenMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
