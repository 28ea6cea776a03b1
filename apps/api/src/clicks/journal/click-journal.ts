import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, fdatasync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import type { ClickEvent } from '@signpost/domain';
import { encodeClick } from '../event/click-codec.js';
import type { HeldFrames } from './held-tail.js';
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
  /** Events kept in memory while the disk refuses; beyond, events are dropped and counted. */
  readonly maximumHeldEvents?: number;
  /** The same in bytes, against links of kilobytes of UTM values. */
  readonly maximumHeldBytes?: number;
  /** Told of all that the disk refuses, in the order of its positions: it may be stored from memory. */
  readonly onHeld?: (held: HeldFrames) => void;
}

/** How the journal fares; `lost` counts events since the process began. */
export interface JournalHealth {
  readonly writable: boolean;
  readonly lost: number;
  readonly heldBytes: number;
  /** Code or words of what keeps the disk from taking events. */
  readonly error: string | null;
}

interface HeldFrame extends HeldFrames {
  readonly events: number;
}

const RETRY_MS = 250;
/** What is held goes to the disk in writes of about this size. */
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
 * The append-only record of clicks on local disk. `record` notes an event, `commit` puts everything noted into the
 * operating system's hands with one write; a caller answers visitors only after `commit`, so that no answered click
 * dies with the process. A disk that refuses never throws: events are held in memory within a bound, where they have their
 * positions too, until the disk takes them or the writer has stored them from there.
 */
export class ClickJournal {
  readonly id = randomUUID();
  private readonly options: Required<JournalOptions>;
  private descriptor: number | null = null;
  private base = 0;
  private size = 0;
  /** Position behind everything that was committed, on disk or in memory. */
  private end = 0;
  private pending = '';
  private pendingEvents = 0;
  private held: HeldFrame[] = [];
  private heldBytes = 0;
  private heldEvents = 0;
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
    this.options = { onHeld: () => undefined, ...JOURNAL_DEFAULTS, ...options };
    this.attempt(() => {
      claimJournal(this.options.folder, this.id);
      this.openSegment(0);
    });
    this.timers.push(setInterval(() => this.sync(), this.options.syncIntervalMs).unref());
    this.timers.push(setInterval(() => this.beat(), HEARTBEAT_MS).unref());
  }

  /** Position behind everything that was committed. */
  get position(): number {
    return this.end;
  }

  /** What is in memory alone, in the order of its positions. */
  get heldFrames(): readonly HeldFrames[] {
    return this.held;
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
    const frame = this.buffer.subarray(0, frameBytes);
    if (this.error === null && this.held.length === 0 && this.append(frame, this.end)) {
      this.end += frameBytes;
      return;
    }
    this.hold(frame, events);
    this.retryHeld();
  }

  /** Tells how far the writer has come: what lies before need not be held, nor counted towards the bound on disk. */
  stored(position: number): void {
    this.storedPosition = Math.max(this.storedPosition, position);
    const waiting = this.held.findIndex(({ base, frames }) => base + frames.length > this.storedPosition);
    this.release(waiting === -1 ? this.held.length : waiting);
  }

  /** Bytes recorded and not yet stored in the database. */
  get backlogBytes(): number {
    return Math.max(0, this.end - this.storedPosition);
  }

  /** Writes what is noted or held and closes the file. The owner's files stay for the writer to finish, and what is held. */
  close(): void {
    this.commit();
    this.retryAt = 0;
    this.retryHeld();
    for (const timer of this.timers) clearInterval(timer);
    this.retireSegment();
    this.error = 'closed';
  }

  /**
   * Gives up what is held: nobody will take it any more.
   * @returns the number of events that are lost by that.
   */
  abandonHeld(): number {
    const events = this.heldEvents;
    this.lost += events;
    this.held = [];
    this.heldBytes = 0;
    this.heldEvents = 0;
    return events;
  }

  /** Puts whole frames on disk at a position; false when it refuses. */
  private append(frames: Buffer, position: number): boolean {
    if (position + frames.length - this.storedPosition > this.options.maximumBytes) {
      this.fail(`the journal holds ${this.options.maximumBytes} bytes that are not stored yet`);
      return false;
    }
    return this.attempt(() => {
      const isFull = this.size >= this.options.segmentBytes;
      // What was stored from memory leaves a gap, behind which a segment of its own begins.
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
      // A disk that fills up takes a part of the frame: what follows must not stand behind a torn one.
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
    const { maximumHeldEvents, maximumHeldBytes, onHeld } = this.options;
    if (this.heldEvents + events > maximumHeldEvents || this.heldBytes + frame.length > maximumHeldBytes) {
      this.lost += events;
      return;
    }
    // Memory of its own: the buffer is written again, and a part of a larger one could not be sent without the rest.
    const held = { base: this.end, frames: new Uint8Array(frame), events };
    this.held.push(held);
    this.heldBytes += frame.length;
    this.heldEvents += events;
    this.end += frame.length;
    onHeld(held);
  }

  /** Puts what is held on disk, as far as that takes it. */
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

  /** Lets go of the first frames that are held. */
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
        // The folder was swept: by somebody who took this process for dead, say. What is open may have no name any more,
        // and what is written there would be found by nobody.
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
