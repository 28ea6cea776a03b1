import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
// Alone: the rest of its folder would bring the framework into the writer's thread.
import { reasonOf } from '../../platform/errors/reason.js';
import { within } from '../../platform/time/within.js';
import { BatchLimit } from './batch-limit.js';
import { encodeClick } from '../event/click-codec.js';
import { ClickStore } from './click-store.js';
import { JournalOwners, listJournals, listSegments, removeJournal } from '../journal/journal-folder.js';
import { JournalReader, type JournalBatch } from '../journal/journal-reader.js';
import { ReadAhead } from '../journal/read-ahead.js';
import { restAfterFailure, restAfterTurn } from './writer-pace.js';

export interface ClickWriterOptions {
  readonly connection: pg.ClientConfig;
  readonly folder: string;
  /** The journal of this process. */
  readonly journalId: string;
  /** Events of one transaction, at most (a frame more). */
  readonly batchEvents?: number;
  readonly onStored?: (position: number) => void;
  readonly onState?: (state: WriterState) => void;
}

/** How the way from journal to database fares. */
export interface WriterState {
  /** Null while the database takes what it is given. */
  readonly error: string | null;
  /** Bytes on disk that held no readable event. */
  readonly skippedBytes: number;
  /** Events that the database refuses whatever is done; they are put aside, so that the others go on. */
  readonly rejected: number;
}

/** What became of a batch. */
interface Moved {
  /** Stored ones. */
  readonly events: number;
  /** Where the journal is stored up to now. */
  readonly position: number;
  /** Whether more can be stored at once. */
  readonly more: boolean;
}

/** What is paid per link and hour weighs less in a large batch; memory and the visitors' wait for a lock bound it. */
const BATCH_EVENTS = 60_000;

const ADOPT_INTERVAL_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 60_000;
/** SQLSTATE classes of data that can never be stored: data exceptions and broken constraints. */
const REFUSED_DATA = /^2[23]/;

/**
 * Moves clicks from the journal into the database, exactly once: the position moves in the transaction that stores the
 * events, and only from where this writer believed it to be. Whatever ends it half way — a crash, a lost connection at
 * COMMIT, a second writer on the same journal — the position says what is stored.
 *
 * It also takes over journals whose process died, and deletes them when they are stored to the end.
 */
export class ClickWriter {
  private readonly store = new ClickStore();
  private readonly own: JournalReader;
  private readonly owners: JournalOwners;
  /** Of each journal by itself: what the database refuses of one must not make another's batches small, or put aside. */
  private readonly limits = new Map<string, BatchLimit>();
  private rejected = 0;
  private client: pg.Client | null = null;
  /** Where the own journal is stored up to; null until the database has said. */
  private position: number | null = null;
  private readonly ahead = new ReadAhead();
  /** On the clock of `performance.now()`, which does not jump. */
  private adoptAt = 0;
  private skippedBytes = 0;
  /** Null at first: whoever listens knows nothing of this writer, only what the one before has said. */
  private reported: WriterState | null = null;
  private stopping = false;
  /** Whether its time is up: nothing is begun any more. */
  private ended = false;
  private wake: (() => void) | null = null;
  private running: Promise<void> | null = null;
  private flushes: { position: number; done: () => void }[] = [];

  constructor(private readonly options: ClickWriterOptions) {
    this.own = new JournalReader(options.folder, options.journalId);
    this.owners = new JournalOwners(options.folder);
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Resolves once everything before `position` of the own journal is stored; pending while the database is away. */
  flush(position: number): Promise<void> {
    if (this.position !== null && this.position >= position) return Promise.resolve();
    return new Promise((done) => {
      this.flushes.push({ position, done });
      this.wake?.();
    });
  }

  /** Stores what is there, for at most `graceMs`, and ends. What remains is stored by a successor. */
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
      // Of a turn that was under way already, nobody knows whether it has seen everything.
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
        if (this.stopping) return;
        restMs = restAfterFailure(failures);
        failures += 1;
      }
      if (restMs > 0) await this.sleep(restMs);
    }
  }

  /** One look at everything. */
  private async turn(): Promise<Moved> {
    const client = await this.connect();
    const moved = await this.moveOwn(client);
    if (!moved.more && performance.now() >= this.adoptAt && !this.stopping) {
      await this.adoptOrphans(client);
      this.adoptAt = performance.now() + ADOPT_INTERVAL_MS;
    }
    return moved;
  }

  /** Stores one batch of the own journal. */
  private async moveOwn(client: pg.Client): Promise<Moved> {
    this.position ??= await this.register(client, this.options.journalId);
    const moved = await this.moveBatch(client, this.own, this.position);
    this.position = moved.position;
    this.options.onStored?.(moved.position);
    this.settleFlushes(moved.position);
    if (moved.events > 0) this.own.releaseBefore(moved.position);
    return moved;
  }

  /** Stores one batch from `position` on. */
  private async moveBatch(client: pg.Client, reader: JournalReader, position: number): Promise<Moved> {
    const limit = this.limitOf(reader.journalId);
    const most = limit.events;
    const batch = this.ahead.take(reader, position, most);
    if (batch.end <= position) return { events: 0, position, more: false };
    try {
      if (!(await this.advance(client, reader.journalId, position, batch.end))) {
        await client.query('ROLLBACK');
        return { events: 0, position: await this.storedPosition(client, reader.journalId), more: true };
      }
      if (limit.isGivenUp) this.putAside(reader.journalId, batch);
      else await this.store.storeList(client, batch.clicks, () => this.ahead.fill(reader, batch, most));
      await client.query('COMMIT');
    } catch (error) {
      if (error instanceof pg.DatabaseError && REFUSED_DATA.test(error.code ?? '')) limit.refused();
      throw error;
    }
    limit.stored();
    this.skippedBytes += batch.skippedBytes;
    return { events: batch.clicks.length, position: batch.end, more: batch.more };
  }

  private limitOf(journalId: string): BatchLimit {
    const limit = this.limits.get(journalId) ?? new BatchLimit(this.options.batchEvents ?? BATCH_EVENTS);
    this.limits.set(journalId, limit);
    return limit;
  }

  private putAside(journalId: string, batch: JournalBatch): void {
    const lines = Array.from(batch.clicks, (event) => encodeClick(event)).join('');
    appendFileSync(join(this.options.folder, `${journalId}.rejected`), lines, { mode: 0o600 });
    this.rejected += batch.clicks.length;
  }

  /** Opens the transaction and moves the position, unless somebody else moved it: then answers false. */
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
      const found = await client.query<{ position: string }>(POSITION, [id]);
      // No row: it was written for another database, and its links are not ours.
      if (found.rows[0] === undefined) continue;
      await this.drain(client, id, Number(found.rows[0].position));
    }
  }

  private async drain(client: pg.Client, journalId: string, from: number): Promise<void> {
    const reader = new JournalReader(this.options.folder, journalId);
    try {
      let position = from;
      // Nobody appends to it any more: a batch that is not followed by more is the last.
      for (let more = true; more && !this.stopping;) {
        const moved = await this.moveBatch(client, reader, position);
        more = moved.more;
        position = moved.position;
        // The own journal must not wait behind a long backlog, nor behind many short ones.
        await this.moveOwn(client);
      }
      if (this.stopping) return;
      removeJournal(this.options.folder, journalId);
      this.limits.delete(journalId);
    } finally {
      reader.close();
    }
  }

  /** Makes the journal known to this database and answers how far it is stored. */
  private async register(client: pg.Client, journalId: string): Promise<number> {
    await client.query(REGISTER, [journalId]);
    return this.storedPosition(client, journalId);
  }

  private async storedPosition(client: pg.Client, journalId: string): Promise<number> {
    const found = await client.query<{ position: string }>(POSITION, [journalId]);
    if (found.rows[0] === undefined) throw new Error('the journal is not known to this database');
    return Number(found.rows[0].position);
  }

  private async connect(): Promise<pg.Client> {
    if (this.client !== null) return this.client;
    const client = new pg.Client({
      connectionTimeoutMillis: 3_000,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      query_timeout: STATEMENT_TIMEOUT_MS + 5_000,
      keepAlive: true,
      application_name: 'signpost-clicks',
      ...this.options.connection,
    });
    // Without a listener a connection that breaks while idle would end the process.
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
    const state = { error, skippedBytes: this.skippedBytes, rejected: this.rejected };
    const before = this.reported;
    const { skippedBytes, rejected } = state;
    if (before?.error === error && before.skippedBytes === skippedBytes && before.rejected === rejected) return;
    this.reported = state;
    this.options.onState?.(state);
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

const REGISTER = 'INSERT INTO click_journals (journal_id) VALUES ($1) ON CONFLICT DO NOTHING';
const POSITION = 'SELECT position FROM click_journals WHERE journal_id = $1';
const ADVANCE = `
  UPDATE click_journals SET position = $3, updated_at = now() WHERE journal_id = $1 AND position = $2`;
