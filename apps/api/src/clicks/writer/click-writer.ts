import type pg from 'pg';
// Imported by file: the index of the folder would load the framework into the writer's thread.
import { DatabaseClient } from '../../platform/database/database-client.js';
import { OPEN_TIMEOUT_MS } from '../../platform/database/timed-query.js';
import { reasonOf } from '../../platform/errors/reason.js';
import { within } from '../../platform/time/within.js';
import {
  JournalOwners,
  listJournals,
  listSegments,
  readHome,
  removeJournal,
  writeHome,
} from '../journal/journal-folder.js';
import { HeldTail, type HeldFrames } from '../journal/held-tail.js';
import { JournalReader } from '../journal/journal-reader.js';
import { JournalMover, type Journal, type Moved } from './journal-mover.js';
import { KeptJournal } from './kept-journal.js';
import type { WriterCounts } from './writer-counts.js';
import { restAfterFailure, restAfterTurn } from './writer-pace.js';

/** What the writer moves, where to, and whom it notifies. */
export interface ClickWriterOptions {
  readonly connection: pg.ClientConfig;
  readonly folder: string;
  /** The journal of this process. */
  readonly journalId: string;
  /** Maximum number of events in one transaction (up to one frame more). */
  readonly batchEvents?: number;
  /** Milliseconds for which a journal's files are retained after they were stored. */
  readonly keepMs?: number;
  readonly onStored?: (position: number) => void;
  readonly onState?: (state: WriterState) => void;
  /** Receives the number of events that were stored from a journal whose process has ended. */
  readonly onRecovered?: (events: number) => void;
}

/** State of the transfer from journal to database. */
export interface WriterState extends WriterCounts {
  /** Null while the database stores events. */
  readonly error: string | null;
}

const ADOPT_INTERVAL_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 60_000;

/**
 * Stores the clicks of this process's journal as they come. It also takes over journals whose process died, and deletes them
 * once they are stored completely.
 */
export class ClickWriter {
  private readonly mover: JournalMover;
  private readonly own: JournalReader;
  /** The own journal, and from memory what the disk has rejected of it. */
  private readonly ownOrHeld: Journal;
  private readonly owners: JournalOwners;
  private readonly tail = new HeldTail();
  private readonly kept: KeptJournal;
  /** Time at which each journal without a process was first found completely stored, in the time of `performance.now()`. */
  private readonly completeSince = new Map<string, number>();
  /** Identity of the database, which its standbys share; null if the database does not report it. */
  private home: string | null = null;
  private client: pg.Client | null = null;
  /** Position up to which the own journal is stored; null until the database has been queried. */
  private position: number | null = null;
  /** In the monotonic time of `performance.now()`. */
  private adoptAt = 0;
  /** Null at first, so that the first state is always reported: listeners may still have that of a previous writer. */
  private reported: { readonly error: string | null; readonly counts: WriterCounts } | null = null;
  private stopping = false;
  /** Whether the time to stop is up: no further work is started. */
  private ended = false;
  private wake: (() => void) | null = null;
  private running: Promise<void> | null = null;
  private flushes: { position: number; done: () => void }[] = [];

  constructor(private readonly options: ClickWriterOptions) {
    this.mover = new JournalMover(options.folder, options.batchEvents);
    this.own = new JournalReader(options.folder, options.journalId);
    this.ownOrHeld = {
      journalId: options.journalId,
      read: (position, maximumEvents) => {
        const batch = this.own.read(position, maximumEvents);
        return batch.end > position ? batch : (this.tail.read(position, maximumEvents) ?? batch);
      },
    };
    this.owners = new JournalOwners(options.folder);
    this.kept = new KeptJournal(options.keepMs ?? 0);
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Resolves once everything before `position` of the own journal is stored; pending while the database is unavailable. */
  flush(position: number): Promise<void> {
    if (this.position !== null && this.position >= position) return Promise.resolve();
    return new Promise((done) => {
      this.flushes.push({ position, done });
      this.wake?.();
    });
  }

  /** Receives frames of the own journal that the disk has rejected, to be stored from memory. */
  hold(frames: HeldFrames): void {
    this.tail.add(frames);
    this.wake?.();
  }

  /** Stores the remaining events for at most `graceMs`, then ends. Events that remain on disk are stored by a successor. */
  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    this.wake?.();
    await within(graceMs, Promise.resolve(this.running));
    this.ended = true;
    this.dropClient();
    this.own.close();
  }

  private async run(): Promise<void> {
    for (let failures = 0; !this.ended;) {
      let restMs: number;
      const startedAt = performance.now();
      // Only a turn that starts after `stop` was called is known to have read everything.
      const isLast = this.stopping;
      try {
        const { events, more } = await this.turn();
        this.report(null);
        failures = 0;
        if (isLast && events === 0 && !more) return;
        const isAwaited = this.stopping || this.flushes.length > 0;
        restMs = restAfterTurn({ events, more, isAwaited, tookMs: performance.now() - startedAt });
      } catch (error) {
        this.dropClient();
        this.position = null;
        this.report(reasonOf(error));
        // Events on disk can wait for a successor; events only in memory are retried until the time is up.
        if (this.stopping && this.tail.isEmpty) return;
        restMs = restAfterFailure(failures);
        failures += 1;
      }
      if (restMs > 0) await this.sleep(restMs);
    }
  }

  /** One pass over the own journal and, at intervals, those of dead processes. */
  private async turn(): Promise<Moved> {
    const client = await this.connect();
    const moved = await this.moveOwn(client);
    if (!moved.more && performance.now() >= this.adoptAt && !this.stopping) {
      this.noteHome();
      await this.adoptOrphans(client);
      this.adoptAt = performance.now() + ADOPT_INTERVAL_MS;
    }
    return moved;
  }

  /** Stores one batch of the own journal. */
  private async moveOwn(client: pg.Client): Promise<Moved> {
    this.position ??= await this.register(client);
    const moved = await this.mover.move(client, this.ownOrHeld, this.position);
    this.position = moved.position;
    this.tail.releaseBefore(moved.position);
    this.options.onStored?.(moved.position);
    this.settleFlushes(moved.position);
    if (moved.events > 0) this.kept.stored(moved.position);
    const released = this.kept.release();
    if (released !== null) this.own.releaseBefore(released);
    return moved;
  }

  private async adoptOrphans(client: pg.Client): Promise<void> {
    const { folder, journalId } = this.options;
    for (const id of listJournals(folder)) {
      if (id === journalId || this.owners.isAlive(id)) continue;
      if (listSegments(folder, id).length === 0) {
        removeJournal(folder, id);
        continue;
      }
      if (this.home !== null && readHome(folder, id) === this.home) await this.mover.register(client, id);
      const position = await this.mover.findPosition(client, id);
      // It belongs to another database, whose links do not exist here.
      if (position === null) continue;
      await this.drain(client, id, position);
    }
  }

  private async drain(client: pg.Client, journalId: string, from: number): Promise<void> {
    const reader = new JournalReader(this.options.folder, journalId);
    try {
      let position = from;
      let events = 0;
      // The journal no longer grows, so a batch without more is the last one.
      for (let more = true; more && !this.stopping;) {
        const moved = await this.mover.move(client, reader, position);
        more = moved.more;
        events += moved.events;
        position = moved.position;
        // The own journal must not wait for a long backlog of others.
        await this.moveOwn(client);
      }
      if (events > 0) this.options.onRecovered?.(events);
      if (this.stopping || !this.isDone(journalId, events)) return;
      const behind = reader.damagedBehind(position);
      if (behind !== null) this.mover.setDamagedAside(journalId, position, behind);
      removeJournal(this.options.folder, journalId);
      this.mover.forget(journalId);
      this.completeSince.delete(journalId);
    } finally {
      reader.close();
    }
  }

  /** Whether a journal without a process has been stored for long enough that every standby has received its events. */
  private isDone(journalId: string, events: number): boolean {
    const now = performance.now();
    const since = events > 0 ? now : (this.completeSince.get(journalId) ?? now);
    this.completeSince.set(journalId, since);
    return now - since >= (this.options.keepMs ?? 0);
  }

  /**
   * Registers the own journal in this database and returns its stored position. It is lower than before when a standby has taken
   * over that had not received everything; the events in between are then read and stored again.
   */
  private async register(client: pg.Client): Promise<number> {
    const { journalId } = this.options;
    await this.mover.register(client, journalId);
    // Without the permission, journals that a standby does not know are treated as belonging to another database.
    this.home = await client.query<{ home: string }>(HOME).then(
      ({ rows }) => rows[0]?.home ?? null,
      () => null,
    );
    this.noteHome();
    return this.mover.getPosition(client, journalId);
  }

  /** Errors of the disk are ignored here, so that events in memory are stored all the same; the file is written again later. */
  private noteHome(): void {
    if (this.home === null) return;
    try {
      writeHome(this.options.folder, this.options.journalId, this.home);
    } catch {
      // The journal itself reports what is wrong with the disk.
    }
  }

  private async connect(): Promise<pg.Client> {
    if (this.client !== null) return this.client;
    const client = new DatabaseClient({
      connectionTimeoutMillis: OPEN_TIMEOUT_MS,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: STATEMENT_TIMEOUT_MS + 5_000,
      keepAlive: true,
      application_name: 'signpost-clicks',
      ...this.options.connection,
    });
    // A connection that breaks while idle is not used again.
    client.on('error', () => this.dropClient());
    await client.connect();
    this.client = client;
    if (this.ended) throw new Error('the writer has ended');
    return client;
  }

  private dropClient(): void {
    const client = this.client;
    this.client = null;
    client?.end().catch(() => undefined);
  }

  private settleFlushes(position: number): void {
    const due = this.flushes.filter((flush) => flush.position <= position);
    this.flushes = this.flushes.filter((flush) => flush.position > position);
    for (const flush of due) flush.done();
  }

  private report(error: string | null): void {
    const before = this.reported;
    const { counts } = this.mover;
    if (before?.error === error && before.counts === counts) return;
    this.reported = { error, counts };
    this.options.onState?.({ error, ...counts });
  }

  private sleep(milliseconds: number): Promise<void> {
    return new Promise((done) => {
      const wake = (): void => {
        clearTimeout(timer);
        done();
      };
      const timer = setTimeout(wake, milliseconds);
      this.wake = wake;
    });
  }
}

// The same on a primary and its standbys, different for another database.
const HOME = `SELECT system_identifier || '/' || current_database() AS home FROM pg_control_system()`;
