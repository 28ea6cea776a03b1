import { Readable } from 'node:stream';

/** How fast a stream has to be read. */
export interface Pace {
  /** Milliseconds that its reader may be behind. */
  readonly graceMs: number;
  /** Or bytes, of chunks that are bytes. */
  readonly charactersPerSecond: number;
}

/** The reader of a stream took it too slowly. */
export class SlowReaderError extends Error {
  override readonly name = 'SlowReaderError';

  constructor() {
    super('its reader takes it too slowly');
  }
}

/**
 * A stream of chunks that hold something while they are written, such as a turn that others wait for. One whose reader
 * falls behind the pace is destroyed, which ends `chunks` where it is. Only time in which the reader is waited for counts.
 * A limit of the connection would not do: somebody who reads a byte now and then is never silent.
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
      // Somebody who was fast for long may not stop for longer than somebody who begins.
      const earnedMs = (chunk.length / pace.charactersPerSecond) * 1000;
      allowedMs = Math.max(0, Math.min(pace.graceMs, allowedMs + earnedMs - (performance.now() - handedAt)));
    }
  }
  const stream = Readable.from(watched(), { objectMode: false });
  return stream;
}
