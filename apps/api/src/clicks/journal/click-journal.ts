import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fdatasync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import type { ClickEvent } from '@signpost/domain';
import { encodeClick } from '../event/click-codec.js';
import { FRAME_HEADER_BYTES, sealFrame } from './journal-frame.js';
import { claimJournal, segmentPath, touchOwner } from './journal-folder.js';

export interface JournalOptions {
  readonly folder: string;
  /** Size at which a segment is closed and the next one begun. */
  readonly segmentBytes?: number;
  /** Longest time that an answered event may stay in the operating system's memory alone. */
  readonly syncIntervalMs?: number;
  /** Bytes that the journal may hold before they are stored; beyond, events are dropped and counted. */
  readonly maximumBytes?: number;
  /** Bytes kept in memory while the disk refuses; beyond, events are dropped and counted. */
  readonly maximumHeldBytes?: number;
}

/** How the journal fares; `lost` counts events since the process began. */
export interface JournalHealth {
  readonly writable: boolean;
  readonly lost: number;
  readonly heldBytes: number;
  readonly error: string | null;
}

const RETRY_MS = 250;
const HEARTBEAT_MS = 5_000;
/** Promised in ADR 14. */
export const JOURNAL_DEFAULTS = {
  segmentBytes: 64 * 1024 * 1024,
  syncIntervalMs: 1_000,
  maximumBytes: 8 * 1024 * 1024 * 1024,
  maximumHeldBytes: 32 * 1024 * 1024,
};

/**
 * The append-only record of clicks on local disk. `record` notes an event, `commit` puts everything noted into the
 * operating system's hands with one write; a caller answers visitors only after `commit`, so that no answered click
 * dies with the process. A disk that refuses never throws: events are held in memory within a bound and tried again.
 */
export class ClickJournal {
  readonly id = randomUUID();
  private readonly options: Required<JournalOptions>;
  private descriptor: number | null = null;
  private base = 0;
  private size = 0;
  private pending = '';
  private pendingEvents = 0;
  private heldFrames: Buffer[] = [];
  private heldBytes = 0;
  private buffer = Buffer.allocUnsafe(256 * 1024);
  /** On the clock of `performance.now()`: one that jumps back would put the next attempt off. */
  private retryAt = 0;
  private lost = 0;
  private error: string | null = null;
  private unsynced = false;
  private syncing = false;
  private storedPosition = 0;
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(options: JournalOptions) {
    this.options = { ...JOURNAL_DEFAULTS, ...options };
    this.attempt(() => {
      claimJournal(this.options.folder, this.id);
      this.openSegment();
    });
    this.timers.push(setInterval(() => this.sync(), this.options.syncIntervalMs).unref());
    this.timers.push(setInterval(() => this.beat(), HEARTBEAT_MS).unref());
  }

  /** End of what the journal holds on disk: everything before it is safe from a crash of the process. */
  get position(): number {
    return this.base + this.size;
  }

  get health(): JournalHealth {
    return { writable: this.error === null, lost: this.lost, heldBytes: this.heldBytes, error: this.error };
  }

  /** Notes one event; safe only once {@link commit} has returned. */
  record(event: ClickEvent): void {
    this.pending += encodeClick(event);
    this.pendingEvents += 1;
  }

  /** Hands everything noted to the operating system in one write. Never throws. */
  commit(): void {
    if (this.pendingEvents === 0) return;
    const text = this.pending;
    const events = this.pendingEvents;
    this.pending = '';
    this.pendingEvents = 0;
    // Three bytes are the most that UTF-8 makes of one UTF-16 unit.
    const room = FRAME_HEADER_BYTES + text.length * 3;
    if (room > this.buffer.length) this.buffer = Buffer.allocUnsafe(room * 2);
    const bytes = this.buffer.write(text, FRAME_HEADER_BYTES, 'utf8');
    const frameBytes = sealFrame(this.buffer, bytes);
    if (this.error !== null || this.heldBytes > 0) {
      this.hold(this.buffer.subarray(0, frameBytes), events);
      this.retryHeld();
      return;
    }
    if (!this.append(this.buffer, frameBytes)) this.hold(this.buffer.subarray(0, frameBytes), events);
  }

  /** Tells how far the writer has come, which is what the bound on disk is measured against. */
  stored(position: number): void {
    this.storedPosition = Math.max(this.storedPosition, position);
  }

  /** Bytes recorded and not yet stored in the database. */
  get backlogBytes(): number {
    return Math.max(0, this.position - this.storedPosition);
  }

  /** Writes what is noted or held and closes the file. The owner's files stay for the writer to finish. */
  close(): void {
    this.commit();
    this.retryAt = 0;
    this.retryHeld();
    for (const timer of this.timers) clearInterval(timer);
    this.retireSegment();
    this.error = 'closed';
  }

  private append(buffer: Buffer, bytes: number): boolean {
    if (this.backlogBytes + bytes > this.options.maximumBytes) {
      this.fail(`the journal holds ${this.options.maximumBytes} bytes that are not stored yet`);
      return false;
    }
    return this.attempt(() => {
      const isFull = this.size >= this.options.segmentBytes;
      const descriptor = this.descriptor === null || isFull ? this.openSegment() : this.descriptor;
      this.writeWhole(descriptor, buffer, bytes);
      this.size += bytes;
      this.unsynced = true;
    });
  }

  private writeWhole(descriptor: number, buffer: Buffer, bytes: number): void {
    try {
      for (let written = 0; written < bytes;) written += writeSync(descriptor, buffer, written, bytes - written);
    } catch (error) {
      // A disk that fills up takes a part of the frame: what follows must not stand behind a torn one.
      try {
        ftruncateSync(descriptor, this.size);
      } catch {
        this.retireSegment();
      }
      throw error;
    }
  }

  private openSegment(): number {
    const base = this.position;
    mkdirSync(this.options.folder, { recursive: true, mode: 0o700 });
    const descriptor = openSync(segmentPath(this.options.folder, this.id, base), 'ax', 0o600);
    this.retireSegment();
    this.descriptor = descriptor;
    this.base = base;
    this.size = 0;
    return descriptor;
  }

  /** Closes the open segment once the disk has it. */
  private retireSegment(): void {
    const descriptor = this.descriptor;
    this.descriptor = null;
    if (descriptor !== null) fdatasync(descriptor, () => closeSync(descriptor));
  }

  private attempt(work: () => void): boolean {
    try {
      work();
      this.error = null;
      return true;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      this.fail(code ?? message);
      return false;
    }
  }

  private fail(reason: string): void {
    this.error = reason;
    this.retryAt = performance.now() + RETRY_MS;
  }

  private hold(frame: Buffer, events: number): void {
    if (this.heldBytes + frame.length > this.options.maximumHeldBytes) {
      this.lost += events;
      return;
    }
    this.heldFrames.push(Buffer.from(frame));
    this.heldBytes += frame.length;
  }

  private retryHeld(): void {
    if (this.heldBytes === 0 || performance.now() < this.retryAt) return;
    const frames = Buffer.concat(this.heldFrames);
    if (!this.append(frames, frames.length)) return;
    this.heldFrames = [];
    this.heldBytes = 0;
  }

  private beat(): void {
    try {
      touchOwner(this.options.folder, this.id);
    } catch {
      this.attempt(() => {
        claimJournal(this.options.folder, this.id);
        // The folder was swept: by somebody who took this process for dead, say. What is open may have no name any more,
        // and what is written there would be found by nobody.
        if (!existsSync(segmentPath(this.options.folder, this.id, this.base))) this.openSegment();
      });
    }
  }

  private sync(): void {
    this.retryHeld();
    const descriptor = this.descriptor;
    if (!this.unsynced || this.syncing || descriptor === null) return;
    this.unsynced = false;
    this.syncing = true;
    fdatasync(descriptor, (error) => {
      this.syncing = false;
      if (error !== null) this.unsynced = true;
    });
  }
}
