import { Readable } from 'node:stream';

/** Minimum speed at which a stream has to be read. */
export interface Pace {
  /** Milliseconds by which the reader may be behind. */
  readonly graceMs: number;
  /** Bytes, if the chunks are buffers. */
  readonly charactersPerSecond: number;
}

/** The stream was read too slowly. */
export class SlowReaderError extends Error {
  override readonly name = 'SlowReaderError';

  constructor() {
    super('its reader takes it too slowly');
  }
}

/**
 * A stream of chunks whose generator holds a resource while it runs, such as a turn that others wait for. If the reader falls
 * behind the pace, the stream is destroyed, which ends `chunks`. Only time spent waiting for the reader counts. An idle timeout of
 * the connection would not suffice, because a reader of one byte now and then is never idle.
 */
export function pacedStream(chunks: AsyncGenerator<string | Buffer>, pace: Pace): Readable {
  let allowedMs = pace.graceMs;
  async function* watched(): AsyncGenerator<string | Buffer> {
    for await (const chunk of chunks) {
      const handedAt = performance.now();
      const late = setTimeout(() => stream.destroy(new SlowReaderError()), allowedMs);
      try {
        yield chunk;
      } finally {
        clearTimeout(late);
      }
      // Limited by `graceMs`, so that a reader that was fast may not pause for longer than a new one.
      const earnedMs = (chunk.length / pace.charactersPerSecond) * 1000;
      allowedMs = Math.max(0, Math.min(pace.graceMs, allowedMs + earnedMs - (performance.now() - handedAt)));
    }
  }
  const stream = Readable.from(watched(), { objectMode: false });
  return stream;
}
