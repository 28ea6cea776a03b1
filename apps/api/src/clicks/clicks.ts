import { join } from 'node:path';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { ClickEvent } from '@signpost/domain';
import { Config } from '../platform/config/index.js';
import { Signals, withReason } from '../platform/signals/index.js';
import { SHUTDOWN_WAITS, within } from '../platform/time/index.js';
import { ClickJournal } from './journal/click-journal.js';
import { JournalOwners, listNewerJournals } from './journal/journal-folder.js';
import { JournalLog } from './journal/journal-log.js';
import type { WriterState } from './writer/click-writer.js';
import { NOTHING_COUNTED, type WriterCounts } from './writer/writer-counts.js';
import { createWriter, type Writer } from './writer/writer-thread.js';

/** How long a flush waits for the database, in milliseconds. */
const FLUSH_MS = 5_000;

/** Whether clicks reach the reports, as shown to the operator. */
export interface ClickHealth {
  readonly state: 'ok' | 'degraded' | 'failed';
  readonly detail: string | null;
}

/** Events whose visitors were answered and that are not in reports yet. */
export interface ClickBacklog {
  /** Bytes on disk that are not stored in the database. */
  readonly diskBytes: number;
  /** Bytes that could not be written to disk and are not stored in the database. */
  readonly memoryBytes: number;
  /** Events lost since the process started. */
  readonly lost: number;
  /** Events that could not be stored unchanged since the process started. */
  readonly setAside: WriterCounts;
  /** Milliseconds since the backlog was last empty, with a resolution of a second; 0 while it is empty. */
  readonly lagMs: number;
}

const SIGNAL_INTERVAL_MS = 1_000;
const NEWER_INTERVAL_MS = 30_000;
/** A smaller backlog, such as an outage of seconds causes, is not reported. */
const BACKLOG_NEWS_BYTES = 64 * 1024 * 1024;

/** Records clicks: on local disk before the visitor is answered, in the database shortly after. */
@Injectable()
export class Clicks implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly journal: ClickJournal;
  private readonly writer: Writer;
  private writerState: WriterState = { error: null, ...NOTHING_COUNTED };
  private readonly log = new JournalLog();

  private readonly folder: string;
  private readonly owners: JournalOwners;
  /** Number of journals of ended processes that only a newer version can read. */
  private newerJournals = 0;
  private watch: NodeJS.Timeout[] = [];
  private caughtUpAt = performance.now();

  constructor(
    config: Config,
    private readonly signals: Signals,
  ) {
    const folder = join(config.dataDir, 'journal');
    this.folder = folder;
    this.owners = new JournalOwners(folder);
    this.journal = new ClickJournal({
      folder,
      onHeld: (held) => {
        this.writer.hold(held);
      },
    });
    const setup = {
      connection: { connectionString: config.databaseUrl ?? '' },
      folder,
      journalId: this.journal.id,
      keepMs: config.journalKeepMinutes * 60_000,
    };
    this.writer = createWriter(setup, {
      held: () => this.journal.heldFrames,
      onStored: (position) => {
        this.journal.stored(position);
        if (this.journal.backlogBytes === 0) this.caughtUpAt = performance.now();
      },
      onState: (state) => {
        this.writerState = state;
      },
      onRecovered: (events) => {
        this.log.recovered(events);
      },
    });
  }

  /** Waits until the journal is registered in the database: a successor does not take over a journal that is not. */
  async onApplicationBootstrap(): Promise<void> {
    this.writer.start();
    await this.flush();
    this.findNewerJournals();
    this.watch = [
      setInterval(() => this.reportHealth(), SIGNAL_INTERVAL_MS).unref(),
      setInterval(() => this.findNewerJournals(), NEWER_INTERVAL_MS).unref(),
    ];
  }

  async onApplicationShutdown(): Promise<void> {
    for (const timer of this.watch) clearInterval(timer);
    this.log.report(this.journal.health);
    this.journal.close();
    await this.writer.stop(SHUTDOWN_WAITS.clicks);
    // Events that neither the disk nor the database has accepted are lost with this process.
    this.journal.abandonHeld();
    this.log.end(this.journal.health, this.writerState.error);
  }

  /** Records one event; it is stored once {@link commit} has returned. */
  record(event: ClickEvent): void {
    this.journal.record(event);
  }

  /** Hands everything recorded to the operating system. Never throws. */
  commit(): void {
    this.journal.commit();
  }

  /**
   * Stores everything that this process has recorded so far.
   * @returns false when the database did not store it within five seconds; it is then not lost, but stored later.
   */
  async flush(): Promise<boolean> {
    this.journal.commit();
    const stored = this.writer.flush(this.journal.position).then(() => true);
    return (await within(FLUSH_MS, stored)) ?? false;
  }

  /** The backlog, for the metrics. */
  get backlog(): ClickBacklog {
    const { lost, heldBytes } = this.journal.health;
    const { backlogBytes } = this.journal;
    const lagMs = backlogBytes === 0 ? 0 : performance.now() - this.caughtUpAt;
    const { error: _, ...setAside } = this.writerState;
    return { diskBytes: Math.max(0, backlogBytes - heldBytes), memoryBytes: heldBytes, lost, lagMs, setAside };
  }

  /** Signal `event_write`. */
  get health(): ClickHealth {
    const { writable, lost, heldBytes, error } = this.journal.health;
    const backlog = this.journal.backlogBytes;
    const waiting = `Clicks wait on disk: ${inMegabytes(backlog)} MB.`;
    if (lost > 0) {
      return {
        state: 'failed',
        detail: withReason(`Clicks lost since the start: ${lost}. The journal could not be written.`, error),
      };
    }
    const { refused, unreadable, damagedBytes } = this.writerState;
    if (refused > 0) {
      return {
        state: 'failed',
        detail: `The database refuses some clicks. They lie in the *.rejected files of the journal: ${refused}.`,
      };
    }
    if (unreadable > 0) {
      return {
        state: 'failed',
        detail: `This version cannot read some clicks of the journal. They lie in its *.rejected files: ${unreadable}.`,
      };
    }
    if (!writable) {
      return {
        state: 'degraded',
        detail: withReason(
          `The journal cannot be written. Clicks wait in memory: ${inMegabytes(heldBytes)} MB.`,
          error,
        ),
      };
    }
    if (this.writerState.error !== null) {
      return { state: 'degraded', detail: withReason(waiting, this.writerState.error) };
    }
    if (this.newerJournals > 0) {
      return {
        state: 'degraded',
        detail: `Click journals of a newer version wait for a process of that version: ${this.newerJournals}.`,
      };
    }
    if (damagedBytes > 0) {
      return {
        state: 'degraded',
        detail: `Some bytes of the journal hold no readable click. They lie in its *.rejected files: ${damagedBytes}.`,
      };
    }
    if (backlog > BACKLOG_NEWS_BYTES) return { state: 'degraded', detail: waiting };
    return { state: 'ok', detail: null };
  }

  private reportHealth(): void {
    if (this.journal.backlogBytes === 0) this.caughtUpAt = performance.now();
    this.log.report(this.journal.health);
    const { state, detail } = this.health;
    this.signals.report('event_write', state, detail);
  }

  private findNewerJournals(): void {
    try {
      this.newerJournals = listNewerJournals(this.folder).filter((id) => !this.owners.isAlive(id)).length;
      this.log.leaveAlone(this.newerJournals);
    } catch {
      // The journal itself reports a folder that cannot be read.
    }
  }
}

/** Rounded up, so that a backlog is never shown as 0. */
function inMegabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000);
}
