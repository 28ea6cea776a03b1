import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { encodeClick } from '../event/click-codec.js';
import { eventOf } from '../event/recorded-click.js';
import type { JournalReader } from '../journal/journal-reader.js';
import { BatchLimit } from './batch-limit.js';
import { ClickStore } from './click-store.js';
import { addCounts, NOTHING_COUNTED, type WriterCounts } from './writer-counts.js';

/** A journal to read from. */
export type Journal = Pick<JournalReader, 'journalId' | 'read'>;

/** Result of moving a batch. */
export interface Moved {
  /** Number of stored events. */
  readonly events: number;
  /** Position up to which the journal is stored now. */
  readonly position: number;
  /** Whether more can be stored at once. */
  readonly more: boolean;
}

/** A large batch reduces the cost per link and hour; its size is limited by memory and by how long visitors wait for its locks. */
const BATCH_EVENTS = 60_000;

/** SQLSTATE classes of data that can never be stored: data exceptions and broken constraints. */
const REFUSED_DATA = /^2[23]/;

/**
 * Moves batches of journals into the database exactly once: the position is updated in the transaction that stores the events,
 * and only if it still has the value that this writer expects. After any interruption (a crash, a connection lost during COMMIT,
 * a second writer on the same journal) the position says what is stored.
 */
export class JournalMover {
  private readonly store = new ClickStore();
  /** Per journal, so that events refused from one do not reduce the batches of another, or set its events aside. */
  private readonly limits = new Map<string, BatchLimit>();
  /** Position up to which lines of each journal were set aside, because a batch whose COMMIT failed is read again. */
  private readonly setAsideUpTo = new Map<string, number>();
  private counted = NOTHING_COUNTED;

  /** @param batchEvents maximum number of events in one transaction (up to one frame more). */
  constructor(
    private readonly folder: string,
    private readonly batchEvents = BATCH_EVENTS,
  ) {}

  /** What was not stored; the same object until something is added. */
  get counts(): WriterCounts {
    return this.counted;
  }

  /** Makes a journal known to the database, from its beginning unless it is known. */
  async register(client: pg.Client, journalId: string): Promise<void> {
    await client.query(REGISTER, [journalId]);
  }

  /** The position up to which a journal is stored; null when the database does not know it. */
  async findPosition(client: pg.Client, journalId: string): Promise<number | null> {
    const { rows } = await client.query<{ position: string }>(POSITION, [journalId]);
    return rows[0] === undefined ? null : Number(rows[0].position);
  }

  async getPosition(client: pg.Client, journalId: string): Promise<number> {
    const position = await this.findPosition(client, journalId);
    if (position === null) throw new Error('the journal is not known to this database');
    return position;
  }

  /** Stores one batch from `position` on. */
  async move(client: pg.Client, journal: Journal, position: number): Promise<Moved> {
    const { journalId } = journal;
    const limit = this.limitOf(journalId);
    const batch = journal.read(position, limit.events);
    if (batch.end <= position) return { events: 0, position, more: false };
    try {
      if (!(await this.advance(client, journalId, position, batch.end))) {
        await client.query('ROLLBACK');
        return { events: 0, position: await this.getPosition(client, journalId), more: true };
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

  /** Sets the damaged bytes from `position` on aside. */
  setDamagedAside(journalId: string, position: number, damaged: Buffer): void {
    this.setAside(journalId, position + damaged.length, [asLine(damaged)]);
    this.count({ ...NOTHING_COUNTED, damagedBytes: damaged.length });
  }

  /** Forgets a journal that was removed. */
  forget(journalId: string): void {
    this.limits.delete(journalId);
    this.setAsideUpTo.delete(journalId);
  }

  private limitOf(journalId: string): BatchLimit {
    const limit = this.limits.get(journalId) ?? new BatchLimit(this.batchEvents);
    this.limits.set(journalId, limit);
    return limit;
  }

  /** Opens the transaction and updates the position; returns false if another writer has updated it. */
  private async advance(client: pg.Client, journalId: string, from: number, to: number): Promise<boolean> {
    await client.query('BEGIN');
    const moved = await client.query(ADVANCE, [journalId, from, to]);
    return moved.rowCount === 1;
  }

  /** Appends what cannot be stored to a file next to its journal, for people and later versions. */
  private setAside(journalId: string, end: number, lines: readonly Buffer[]): void {
    if (lines.length === 0 || end <= (this.setAsideUpTo.get(journalId) ?? -1)) return;
    appendFileSync(join(this.folder, `${journalId}.rejected`), Buffer.concat(lines), { mode: 0o600 });
    this.setAsideUpTo.set(journalId, end);
  }

  private count(more: WriterCounts): void {
    if (more.damagedBytes + more.unreadable + more.refused === 0) return;
    this.counted = addCounts(this.counted, more);
  }
}

/** Damaged bytes, apart from what is set aside behind them. */
function asLine(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.from('\n')]);
}

const REGISTER = 'INSERT INTO click_journals (journal_id) VALUES ($1) ON CONFLICT DO NOTHING';
const POSITION = 'SELECT position FROM click_journals WHERE journal_id = $1';
const ADVANCE = `
  UPDATE click_journals SET position = $3, updated_at = now() WHERE journal_id = $1 AND position = $2`;
