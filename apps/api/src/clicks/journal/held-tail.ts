import { ClickDecoder } from '../event/click-codec.js';
import { readFrame } from './journal-frame.js';
import type { JournalBatch } from './journal-reader.js';

/** Frames of a journal that its disk has refused, from a position on. */
export interface HeldFrames {
  /** Position of the first byte within the journal. */
  readonly base: number;
  readonly frames: Uint8Array;
}

/**
 * The part of a journal that is in memory alone, for the writer: it is read where the disk has nothing. A part that reaches
 * the disk later stands there at the same position, so that it is stored once, wherever it is read from.
 */
export class HeldTail {
  private parts: { readonly base: number; readonly frames: Buffer }[] = [];

  get isEmpty(): boolean {
    return this.parts.length === 0;
  }

  /** Parts come in the order of their positions; one that is known already is not added again. */
  add({ base, frames }: HeldFrames): void {
    const last = this.parts.at(-1);
    if (last !== undefined && base < last.base + last.frames.length) return;
    this.parts.push({ base, frames: Buffer.from(frames.buffer, frames.byteOffset, frames.byteLength) });
  }

  /** Events from exactly `position` on, about `maximumEvents` of them; null when nothing is held there. */
  read(position: number, maximumEvents: number): JournalBatch | null {
    const decoder = new ClickDecoder();
    let end = position;
    for (const { base, frames } of this.parts) {
      // A position lies between two frames, and so between two parts or inside of one.
      for (let at = end - base; at >= 0 && at < frames.length; at = end - base) {
        if (decoder.clicks.length >= maximumEvents) return batchOf(decoder, end, true);
        const frame = readFrame(frames, at);
        if (frame.kind !== 'frame') return null;
        decoder.decode(frame.payload);
        end = base + frame.end;
      }
    }
    return end === position ? null : batchOf(decoder, end, false);
  }

  /** Lets go of what lies before `position`. */
  releaseBefore(position: number): void {
    this.parts = this.parts.filter(({ base, frames }) => base + frames.length > position);
  }
}

function batchOf({ clicks, unreadable }: ClickDecoder, end: number, more: boolean): JournalBatch {
  return { clicks, unreadable, end, more, damagedBytes: 0 };
}
