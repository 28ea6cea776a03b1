import type { ClickEvent } from '@signpost/domain';
import { ClickBatch } from './click-batch.js';
import { ClickDecoder } from './click-codec.js';
import type { JournalBatch, JournalReader } from './journal-reader.js';

/** What was read from a journal, ready for the database. */
export type PreparedBatch = JournalBatch & { readonly clicks: ClickBatch };

/** Read in about two milliseconds. */
const SLICE_EVENTS = 1000;

/** Batches of journals with a backlog, each read while the one before is stored. */
export class ReadAhead {
  private readonly read = new WeakMap<JournalReader, { position: number; limit: number; batch: PreparedBatch }>();

  /** The batch at `position`, which is read now unless it was before. */
  take(reader: JournalReader, position: number, limit: number): PreparedBatch {
    const ahead = this.read.get(reader);
    this.read.delete(reader);
    if (ahead?.position === position && ahead.limit === limit) return ahead.batch;
    return prepare(reader.read(position, limit));
  }

  /** Reads the batch that follows one, a slice at a time: the database is talked to in between. */
  async fill(reader: JournalReader, before: JournalBatch, limit: number): Promise<void> {
    // Without a backlog a batch read now would be a short one.
    if (!before.more) return;
    const decoder = new ClickDecoder();
    const events: ClickEvent[] = [];
    let [end, more, skippedBytes] = [before.end, true, 0];
    while (more && events.length < limit) {
      const slice = reader.read(end, Math.min(SLICE_EVENTS, limit - events.length), decoder);
      // Not as arguments of one call: a frame may hold more than a call takes.
      for (const event of slice.events) events.push(event);
      [end, more, skippedBytes] = [slice.end, slice.more, skippedBytes + slice.skippedBytes];
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.read.set(reader, { position: before.end, limit, batch: prepare({ events, end, more, skippedBytes }) });
  }
}

function prepare(batch: JournalBatch): PreparedBatch {
  return { ...batch, clicks: new ClickBatch(batch.events) };
}
