import { ClickDecoder } from '../event/click-codec.js';
import type { JournalBatch, JournalReader } from './journal-reader.js';

/** Read in about two milliseconds. */
const SLICE_EVENTS = 1000;

/** Batches of journals with a backlog, each read while the one before is stored. */
export class ReadAhead {
  private readonly read = new WeakMap<JournalReader, { position: number; limit: number; batch: JournalBatch }>();

  /** The batch at `position`, which is read now unless it was before. */
  take(reader: JournalReader, position: number, limit: number): JournalBatch {
    const ahead = this.read.get(reader);
    this.read.delete(reader);
    if (ahead?.position === position && ahead.limit === limit) return ahead.batch;
    return reader.read(position, limit);
  }

  /** Reads the batch that follows one, a slice at a time: the database is talked to in between. */
  async fill(reader: JournalReader, before: JournalBatch, limit: number): Promise<void> {
    // Without a backlog a batch read now would be a short one.
    if (!before.more) return;
    const decoder = new ClickDecoder();
    const { clicks } = decoder;
    let [end, more, skippedBytes] = [before.end, true, 0];
    while (more && clicks.length < limit) {
      const slice = reader.read(end, Math.min(SLICE_EVENTS, limit - clicks.length), decoder);
      [end, more, skippedBytes] = [slice.end, slice.more, skippedBytes + slice.skippedBytes];
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.read.set(reader, { position: before.end, limit, batch: { clicks, end, more, skippedBytes } });
  }
}
