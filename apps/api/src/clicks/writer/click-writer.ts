import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
// Imported by file: the index of the folder would load the framework into the writer's thread.
import { DatabaseClient } from '../../platform/database/database-client.js';
import { OPEN_TIMEOUT_MS } from '../../platform/database/timed-query.js';
import { reasonOf } from '../../platform/errors/reason.js';
import { within } from '../../platform/time/within.js';
import { BatchLimit } from './batch-limit.js';
import { encodeClick } from '../event/click-codec.js';
import { eventOf } from '../event/recorded-click.js';
import { ClickStore } from './click-store.js';
import {
  JournalOwners,
  listJournals,
  listSegments,
  readHome,
  removeJournal,
  writeHome,
} from '../journal/journal-folder.js';
import { HeldTail, type HeldFrames } from '../journal/held-tail.js';
import { JournalReader, type JournalBatch } from '../journal/journal-reader.js';
import { KeptJournal } from './kept-journal.js';
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
}

/** State of the transfer from journal to database. */
export interface WriterState {
  /** Null while the database stores events. */
  readonly error: string | null;
  /** Number of bytes on disk that held no complete frame. */
  readonly damagedBytes: number;
  /** Number of lines that are not events of this version; they are set aside. */
  readonly unreadable: number;
  /** Number of events that the database refuses permanently; they are set aside, so that the others can be stored. */
  readonly refused: number;
}

/** What was not stored as a click, since the writer started. */
export type WriterCounts = Omit<WriterState, 'error'>;
/** The counts at the start. */
export const NOTHING_COUNTED: WriterCounts = { damagedBytes: 0, unreadable: 0, refused: 0 };

/** Result of moving a batch. */
interface Moved {
  /** Number of stored events. */
  readonly events: number;
  /** Position up to which the journal is stored now. */
  readonly position: number;
  /** Whether more can be stored at once. */
  readonly more: boolean;
}

/** A large batch reduces the cost per link and hour; its size is limited by memory and by how long visitors wait for its locks. */
const BATCH_EVENTS = 60_000;

const ADOPT_INTERVAL_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 60_000;
/** SQLSTATE classes of data that can never be stored: data exceptions and broken constraints. */
const REFUSED_DATA = /^2[23]/;

/**
 * Moves clicks from the journal into the database exactly once: the position is updated in the transaction that stores the
 * events, and only if it still has the value that this writer expects. After any interruption (a crash, a connection lost
 * during COMMIT, a second writer on the same journal) the position says what is stored.
 *
 * It also takes over journals whose process died, and deletes them once they are stored completely.
 */
export class ClickWriter {
  private readonly store = new ClickStore();
  private readonly own: JournalReader;
  private readonly owners: JournalOwners;
  /** Per journal, so that events refused from one do not reduce the batches of another, or set its events aside. */
  private readonly limits = new Map<string, BatchLimit>();
  /** Position up to which lines of each journal were set aside, because a batch whose COMMIT failed is read again. */
  private readonly setAsideUpTo = new Map<string, number>();
  private readonly tail = new HeldTail();
  private readonly kept: KeptJournal;
  /** Time at which each journal without a process was first found completely stored, in the time of `performance.now()`. */
  private readonly completeSince = new Map<string, number>();
  /** Identity of the database, which its standbys share; null if the database does not report it. */
  private home: string | null = null;
  private counts = NOTHING_COUNTED;
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
    this.own = new JournalReader(options.folder, options.journalId);
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
    const moved = await this.moveBatch(client, this.own, this.position);
    this.position = moved.position;
    this.tail.releaseBefore(moved.position);
    this.options.onStored?.(moved.position);
    this.settleFlushes(moved.position);
    if (moved.events > 0) this.kept.stored(moved.position);
    const released = this.kept.release();
    if (released !== null) this.own.releaseBefore(released);
    return moved;
  }

  /** Stores one batch from `position` on. */
  private async moveBatch(client: pg.Client, reader: JournalReader, position: number): Promise<Moved> {
    const { journalId } = reader;
    const limit = this.limitOf(journalId);
    const batch = this.read(reader, position, limit.events);
    if (batch.end <= position) return { events: 0, position, more: false };
    try {
      if (!(await this.advance(client, journalId, position, batch.end))) {
        await client.query('ROLLBACK');
        return { events: 0, position: await this.storedPosition(client, journalId), more: true };
      }
      const refused = limit.isGivenUp ? batch.clicks.map((click) => encodeClick(eventOf(click))) : [];
      if (!limit.isGivenUp) await this.store.storeRecorded(client, batch.clicks);
      // Only here: were it done for a batch that is then refused, the click that is found to be the reason would not be set aside.
      const lines = [...batch.unreadable.map((line) => `${line}\n`), ...refused];
      this.setAside(journalId, batch.end, [...batch.damaged.map(asLine), ...lines.map((line) => Buffer.from(line))]);
      await client.query('COMMIT');
      limit.stored();
      this.count({
        damagedBytes: batch.damagedBytes,
        unreadable: batch.unreadable.length,
        refused: refused.length,
      });
    } catch (error) {
      if (error instanceof pg.DatabaseError && REFUSED_DATA.test(error.code ?? '')) limit.refused();
      throw error;
    }
    return { events: batch.clicks.length, position: batch.end, more: batch.more };
  }

  /** The batch at `position`: from the disk, or from memory if the disk has rejected it. */
  private read(reader: JournalReader, position: number, maximumEvents: number): JournalBatch {
    const batch = reader.read(position, maximumEvents);
    if (batch.end > position || reader !== this.own) return batch;
    return this.tail.read(position, maximumEvents) ?? batch;
  }

  private limitOf(journalId: string): BatchLimit {
    const limit = this.limits.get(journalId) ?? new BatchLimit(this.options.batchEvents ?? BATCH_EVENTS);
    this.limits.set(journalId, limit);
    return limit;
  }

  /** Appends what cannot be stored to a file next to its journal, for people and later versions. */
  private setAside(journalId: string, end: number, lines: readonly Buffer[]): void {
    if (lines.length === 0 || end <= (this.setAsideUpTo.get(journalId) ?? -1)) return;
    appendFileSync(join(this.options.folder, `${journalId}.rejected`), Buffer.concat(lines), { mode: 0o600 });
    this.setAsideUpTo.set(journalId, end);
  }

  private count(more: WriterCounts): void {
    if (more.damagedBytes + more.unreadable + more.refused === 0) return;
    this.counts = addCounts(this.counts, more);
  }

  /** Opens the transaction and updates the position; returns false if another writer has updated it. */
  private async advance(client: pg.Client, journalId: string, from: number, to: number): Promise<boolean> {
    await client.query('BEGIN');
    const moved = await client.query(ADVANCE, [journalId, from, to]);
    return moved.rowCount === 1;
  }

  private async adoptOrphans(client: pg.Client): Promise<void> {
    const { folder, journalId } = this.options;
    for (const id of listJournals(folder)) {
      if (id === journalId || this.owners.isAlive(id)) continue;
      if (listSegments(folder, id).length === 0) {
        removeJournal(folder, id);
        continue;
      }
      if (this.home !== null && readHome(folder, id) === this.home) await client.query(REGISTER, [id]);
      const found = await client.query<{ position: string }>(POSITION, [id]);
      // No row: the journal belongs to another database, whose links do not exist here.
      if (found.rows[0] === undefined) continue;
      await this.drain(client, id, Number(found.rows[0].position));
    }
  }

  private async drain(client: pg.Client, journalId: string, from: number): Promise<void> {
    const reader = new JournalReader(this.options.folder, journalId);
    try {
      let position = from;
      let events = 0;
      // The journal no longer grows, so a batch without more is the last one.
      for (let more = true; more && !this.stopping;) {
        const moved = await this.moveBatch(client, reader, position);
        more = moved.more;
        events += moved.events;
        position = moved.position;
        // The own journal must not wait for a long backlog of others.
        await this.moveOwn(client);
      }
      if (this.stopping || !this.isDone(journalId, events)) return;
      const behind = reader.damagedBehind(position);
      if (behind !== null) {
        this.setAside(journalId, position + behind.length, [asLine(behind)]);
        this.count({ ...NOTHING_COUNTED, damagedBytes: behind.length });
      }
      removeJournal(this.options.folder, journalId);
      this.limits.delete(journalId);
      this.setAsideUpTo.delete(journalId);
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
    await client.query(REGISTER, [journalId]);
    // Without the permission, journals that a standby does not know are treated as belonging to another database.
    this.home = await client.query<{ home: string }>(HOME).then(
      ({ rows }) => rows[0]?.home ?? null,
      () => null,
    );
    this.noteHome();
    return this.storedPosition(client, journalId);
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

  private async storedPosition(client: pg.Client, journalId: string): Promise<number> {
    const found = await client.query<{ position: string }>(POSITION, [journalId]);
    if (found.rows[0] === undefined) throw new Error('the journal is not known to this database');
    return Number(found.rows[0].position);
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
    if (before?.error === error && before.counts === this.counts) return;
    this.reported = { error, counts: this.counts };
    this.options.onState?.({ error, ...this.counts });
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

/** Damaged bytes, apart from what is set aside behind them. */
function asLine(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.from('\n')]);
}

/** The sum of both. */
export function addCounts(a: WriterCounts, b: WriterCounts): WriterCounts {
  return {
    damagedBytes: a.damagedBytes + b.damagedBytes,
    unreadable: a.unreadable + b.unreadable,
    refused: a.refused + b.refused,
  };
}

const REGISTER = 'INSERT INTO click_journals (journal_id) VALUES ($1) ON CONFLICT DO NOTHING';
// The same on a primary and its standbys, different for another database.
const HOME = `SELECT system_identifier || '/' || current_database() AS home FROM pg_control_system()`;
const POSITION = 'SELECT position FROM click_journals WHERE journal_id = $1';
const ADVANCE = `
  UPDATE click_journals SET position = $3, updated_at = now() WHERE journal_id = $1 AND position = $2`;
