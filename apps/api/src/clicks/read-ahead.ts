import { ClickBatch } from './click-batch.js';
import type { JournalBatch, JournalReader } from './journal-reader.js';

/** What was read from a journal, ready for the database. */
export type PreparedBatch = JournalBatch & { readonly clicks: ClickBatch };

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

  /** Reads the batch that follows one. */
  fill(reader: JournalReader, before: JournalBatch, limit: number): void {
    // Without a backlog a batch read now would be a short one.
    if (!before.more) return;
    this.read.set(reader, { position: before.end, limit, batch: prepare(reader.read(before.end, limit)) });
  }
}

function prepare(batch: JournalBatch): PreparedBatch {
  return { ...batch, clicks: new ClickBatch(batch.events) };
}
