import { readFile, stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Config } from '../platform/config/index.js';
import { counted } from '../platform/counted.js';
import { reasonOf } from '../platform/errors/index.js';
import { Blocklist } from './blocklist.js';

/** Interval for detecting file changes (decisions 4: within 30 s). */
const RELOAD_EVERY_MS = 10_000;
/** Number of characters processed before other requests get their turn. */
const SLICE = 256 * 1024;

/** The blocklists as loaded from disk; notifies listeners of changes. */
@Injectable()
export class Blocklists implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('Blocklists');
  private readonly changed: (() => void)[] = [];
  private current = new Blocklist();
  private stamp = '';
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly config: Config) {}

  async onModuleInit(): Promise<void> {
    if (this.config.blocklistFiles.length === 0) return;
    await this.reload();
    this.timer = setInterval(() => void this.reload(), RELOAD_EVERY_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    if (this.timer !== null) clearInterval(this.timer);
  }

  /** The entry that blocks a host; null when none does. */
  find(host: string): string | null {
    return this.current.find(host);
  }

  /** Number of hosts. */
  get size(): number {
    return this.current.size;
  }

  /** Registers a listener that is called after each change of the lists. */
  onChange(listener: () => void): void {
    this.changed.push(listener);
  }

  /**
   * Reloads the files if one has changed. If a file cannot be read, the lists stay unchanged and an error is logged.
   */
  async reload(): Promise<void> {
    try {
      const files = this.config.blocklistFiles;
      const facts = await Promise.all(files.map((file) => stat(file)));
      const stamp = facts.map(({ mtimeMs, size }) => `${mtimeMs}/${size}`).join(' ');
      if (stamp === this.stamp) return;
      const next = new Blocklist();
      for (const file of files) await take(next, await readFile(file, 'utf8'));
      this.current = next;
      this.stamp = stamp;
      this.logger.log(`The blocklists were read. Blocked: ${counted(next.size, 'host')}.`);
      for (const listener of this.changed) listener();
    } catch (error) {
      this.logger.error(`The blocklists could not be read and stay as they were: ${reasonOf(error)}`);
    }
  }
}

/** Adds a file in slices that end at a line, so that a list of half a million hosts does not delay other requests. */
async function take(list: Blocklist, text: string): Promise<void> {
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at + SLICE);
    list.add(text.slice(at, end < 0 ? text.length : end));
    at = end < 0 ? text.length : end + 1;
    await nextTurn();
  }
}
