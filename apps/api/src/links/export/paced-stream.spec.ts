import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { pacedStream, SlowReaderError } from './paced-stream.js';

/** More than the buffer of a stream. */
const CHUNK = 'x'.repeat(100_000);

/** Chunks, and whether the generator's resource has been released. */
function someChunks(count: number, pauseMs = 0): { chunks: AsyncGenerator<string>; isReleased: () => boolean } {
  let released = false;
  async function* make(): AsyncGenerator<string> {
    try {
      for (let n = 0; n < count; n += 1) {
        await pause(pauseMs);
        yield CHUNK;
      }
    } finally {
      released = true;
    }
  }
  return { chunks: make(), isReleased: () => released };
}

test('a stream that is read fast enough is complete, however long its generator takes', async () => {
  const { chunks, isReleased } = someChunks(5, 40);
  let length = 0;
  for await (const chunk of pacedStream(chunks, { graceMs: 30, charactersPerSecond: 1e9 }))
    length += String(chunk).length;
  expect(length).toBe(5 * CHUNK.length);
  expect(isReleased()).toBe(true);
});

test('a stream that is not read any more is ended, and its resource is released', async () => {
  const { chunks, isReleased } = someChunks(5);
  const stream = pacedStream(chunks, { graceMs: 50, charactersPerSecond: 1e9 });
  stream.read(1);
  const [error] = await once(stream, 'error');
  expect(error).toBeInstanceOf(SlowReaderError);
  expect(isReleased()).toBe(true);
});

test('a stream that is read a little now and then is ended as well', async () => {
  const { chunks, isReleased } = someChunks(100);
  const stream = pacedStream(chunks, { graceMs: 100, charactersPerSecond: 10 * CHUNK.length });
  let taken = 0;
  const reading = (async () => {
    for await (const chunk of stream) {
      taken += String(chunk).length;
      // Half as fast as required.
      await pause(200);
    }
  })();
  await expect(reading).rejects.toThrow(SlowReaderError);
  expect(taken).toBeLessThan(100 * CHUNK.length);
  expect(isReleased()).toBe(true);
});

test('a reader that was fast may not pause for longer than a new one', async () => {
  const { chunks } = someChunks(30);
  let taken = 0;
  const reading = (async () => {
    for await (const chunk of pacedStream(chunks, { graceMs: 100, charactersPerSecond: CHUNK.length })) {
      taken += String(chunk).length;
      if (taken === 20 * CHUNK.length) await pause(200);
    }
  })();
  await expect(reading).rejects.toThrow(SlowReaderError);
  expect(taken).toBe(20 * CHUNK.length);
});

test('a reader that disconnects releases the resource', async () => {
  const { chunks, isReleased } = someChunks(5);
  const stream = pacedStream(chunks, { graceMs: 60_000, charactersPerSecond: 1 });
  stream.read(1);
  await once(stream, 'readable');
  stream.destroy();
  await once(stream, 'close');
  expect(isReleased()).toBe(true);
});
