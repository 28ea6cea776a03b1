import { randomUUID } from 'node:crypto';
import { close, existsSync, fdatasync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import type { ClickEvent } from '@signpost/domain';
import { encodeClick } from '../event/click-codec.js';
import type { HeldFrames } from './held-tail.js';
import { FRAME_HEADER_BYTES, sealFrame } from './journal-frame.js';
import { claimJournal, segmentPath, touchOwner } from './journal-folder.js';

/** Where the journal is and how much it may hold; defaults are {@link JOURNAL_DEFAULTS}. */
export interface JournalOptions {
  readonly folder: string;
  /** Size at which a segment is closed and the next one is started. */
  readonly segmentBytes?: number;
  /** Maximum time until an answered event is flushed from the operating system's cache to disk. */
  readonly syncIntervalMs?: number;
  /** Maximum number of bytes not yet stored in the database; further events are dropped and counted. */
  readonly maximumBytes?: number;
  /** Maximum number of events held in memory while the disk rejects writes; further events are dropped and counted. */
  readonly maximumHeldEvents?: number;
  /** The same limit in bytes, because UTM values can make events kilobytes long. */
  readonly maximumHeldBytes?: number;
  /** Called with all frames that the disk rejects, in order of position, so that they can be stored from memory. */
  readonly onHeld?: (held: HeldFrames) => void;
}

/** State of the journal; `lost` counts events since the process started. */
export interface JournalHealth {
  readonly writable: boolean;
  readonly lost: number;
  readonly heldBytes: number;
  /** Code or message of the error that keeps events from being written. */
  readonly error: string | null;
}

interface HeldFrame extends HeldFrames {
  readonly events: number;
}

const RETRY_MS = 250;
/** Held frames are written to disk in chunks of about this size. */
const RETRY_BYTES = 1024 * 1024;
const HEARTBEAT_MS = 5_000;
/** Promised in ADR 14. */
export const JOURNAL_DEFAULTS = {
  segmentBytes: 64 * 1024 * 1024,
  syncIntervalMs: 1_000,
  maximumBytes: 8 * 1024 * 1024 * 1024,
  maximumHeldEvents: 200_000,
  maximumHeldBytes: 128 * 1024 * 1024,
};

/**
 * The append-only record of clicks on local disk. `record` adds one event, `commit` hands everything added to the operating
 * system with one write. The caller answers visitors only after `commit`, so that no answered click is lost with the
 * process. A failing disk never throws: events are held in memory within a bound, at their positions in the journal, until
 * the disk accepts them or the writer has stored them from memory.
 */
export class ClickJournal {
  readonly id = randomUUID();
  private readonly options: Required<JournalOptions>;
  private descriptor: number | null = null;
  private base = 0;
  private size = 0;
  /** Position after everything that was committed, on disk or in memory. */
  private end = 0;
  private pending = '';
  private pendingEvents = 0;
  private held: HeldFrame[] = [];
  private heldBytes = 0;
  private heldEvents = 0;
  private buffer = Buffer.allocUnsafe(256 * 1024);
  /** In the time of `performance.now()`: a wall clock that jumps back would delay the next attempt. */
  private retryAt = 0;
  private lost = 0;
  private error: string | null = null;
  private unsynced = false;
  private syncing = false;
  private storedPosition = 0;
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(options: JournalOptions) {
    this.options = { onHeld: () => undefined, ...JOURNAL_DEFAULTS, ...options };
    this.attempt(() => {
      claimJournal(this.options.folder, this.id);
      this.openSegment(0);
    });
    this.timers.push(setInterval(() => this.sync(), this.options.syncIntervalMs).unref());
    this.timers.push(setInterval(() => this.beat(), HEARTBEAT_MS).unref());
  }

  /** Position after everything that was committed. */
  get position(): number {
    return this.end;
  }

  /** Frames that are only in memory, in order of position. */
  get heldFrames(): readonly HeldFrames[] {
    return this.held;
  }

  get health(): JournalHealth {
    return { writable: this.error === null, lost: this.lost, heldBytes: this.heldBytes, error: this.error };
  }

  /** Records one event; it is safe only once {@link commit} has returned. */
  record(event: ClickEvent): void {
    this.pending += encodeClick(event);
    this.pendingEvents += 1;
  }

  /** Hands everything recorded to the operating system in one write. Never throws. */
  commit(): void {
    if (this.pendingEvents === 0) return;
    const text = this.pending;
    const events = this.pendingEvents;
    this.pending = '';
    this.pendingEvents = 0;
    // One UTF-16 code unit takes at most three bytes in UTF-8.
    const room = FRAME_HEADER_BYTES + text.length * 3;
    if (room > this.buffer.length) this.buffer = Buffer.allocUnsafe(room * 2);
    const bytes = this.buffer.write(text, FRAME_HEADER_BYTES, 'utf8');
    const frameBytes = sealFrame(this.buffer, bytes);
    const frame = this.buffer.subarray(0, frameBytes);
    // First what is held, or a full memory would refuse this frame although the disk has recovered.
    if (this.held.length > 0) this.retryHeld();
    if (this.error === null && this.held.length === 0 && this.append(frame, this.end)) {
      this.end += frameBytes;
      return;
    }
    this.hold(frame, events);
    this.retryHeld();
  }

  /** Reports how far the writer has stored: earlier frames are no longer held, nor counted towards the bound on disk. */
  stored(position: number): void {
    this.storedPosition = Math.max(this.storedPosition, position);
    const waiting = this.held.findIndex(({ base, frames }) => base + frames.length > this.storedPosition);
    this.release(waiting === -1 ? this.held.length : waiting);
  }

  /** Bytes recorded and not yet stored in the database. */
  get backlogBytes(): number {
    return Math.max(0, this.end - this.storedPosition);
  }

  /** Writes what is recorded or held and closes the file. The writer still stores the remaining files and held frames. */
  close(): void {
    this.commit();
    this.retryAt = 0;
    this.retryHeld();
    for (const timer of this.timers) clearInterval(timer);
    this.retireSegment();
    this.error = 'closed';
  }

  /**
   * Drops the held frames when no writer will store them any more.
   * @returns the number of events lost.
   */
  abandonHeld(): number {
    const events = this.heldEvents;
    this.lost += events;
    this.held = [];
    this.heldBytes = 0;
    this.heldEvents = 0;
    return events;
  }

  /** Writes whole frames to disk at a position; returns false when the write fails. */
  private append(frames: Buffer, position: number): boolean {
    if (position + frames.length - this.storedPosition > this.options.maximumBytes) {
      this.fail(`the journal holds ${this.options.maximumBytes} bytes that are not stored yet`);
      return false;
    }
    return this.attempt(() => {
      const isFull = this.size >= this.options.segmentBytes;
      // Frames stored from memory leave a gap in the journal; a new segment begins after it.
      const isApart = this.base + this.size !== position;
      const descriptor = this.descriptor === null || isFull || isApart ? this.openSegment(position) : this.descriptor;
      this.writeWhole(descriptor, frames);
      this.size += frames.length;
      this.unsynced = true;
    });
  }

  private writeWhole(descriptor: number, frames: Buffer): void {
    const bytes = frames.length;
    try {
      for (let written = 0; written < bytes;) written += writeSync(descriptor, frames, written, bytes - written);
    } catch (error) {
      // A full disk may write only a part of the frame: it is cut off, so that no frame follows a torn one.
      try {
        ftruncateSync(descriptor, this.size);
      } catch {
        this.retireSegment();
      }
      throw error;
    }
  }

  private openSegment(base: number): number {
    mkdirSync(this.options.folder, { recursive: true, mode: 0o700 });
    const descriptor = openSync(segmentPath(this.options.folder, this.id, base), 'ax', 0o600);
    this.retireSegment();
    this.descriptor = descriptor;
    this.base = base;
    this.size = 0;
    return descriptor;
  }

  /** Closes the open segment after flushing it to disk. */
  private retireSegment(): void {
    const descriptor = this.descriptor;
    this.descriptor = null;
    // What a disk refuses here was written before, and is nobody's error.
    if (descriptor !== null) fdatasync(descriptor, () => close(descriptor, () => undefined));
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
    const { maximumHeldEvents, maximumHeldBytes, onHeld } = this.options;
    if (this.heldEvents + events > maximumHeldEvents || this.heldBytes + frame.length > maximumHeldBytes) {
      this.lost += events;
      return;
    }
    // Copied, because the buffer is reused, and a view would be sent to the thread with the whole buffer behind it.
    const held = { base: this.end, frames: new Uint8Array(frame), events };
    this.held.push(held);
    this.heldBytes += frame.length;
    this.heldEvents += events;
    this.end += frame.length;
    onHeld(held);
  }

  /** Writes held frames to disk until the disk rejects one. */
  private retryHeld(): void {
    if (performance.now() < this.retryAt) return;
    while (this.held[0] !== undefined) {
      const { base } = this.held[0];
      const some: HeldFrame[] = [];
      for (let bytes = 0; bytes < RETRY_BYTES && some.length < this.held.length;) {
        const frame = this.held[some.length];
        if (frame === undefined) break;
        some.push(frame);
        bytes += frame.frames.length;
      }
      if (!this.append(Buffer.concat(some.map(({ frames }) => frames)), base)) return;
      this.release(some.length);
    }
  }

  /** Drops the first `frames` of the held frames. */
  private release(frames: number): void {
    for (const frame of this.held.splice(0, frames)) {
      this.heldBytes -= frame.frames.length;
      this.heldEvents -= frame.events;
    }
  }

  private beat(): void {
    try {
      touchOwner(this.options.folder, this.id);
    } catch {
      this.attempt(() => {
        claimJournal(this.options.folder, this.id);
        // The folder may have been emptied, for example by a process that took this one for dead. The open file may then have
        // no name any more, and no reader would find what is written to it.
        if (!existsSync(segmentPath(this.options.folder, this.id, this.base))) this.openSegment(this.base + this.size);
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
