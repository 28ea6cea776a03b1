import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { spooled } from './spool.js';

let parent: string;
let folder: string;
/** Progress of the source. */
let events: string[];

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'signpost-spool-'));
  folder = join(parent, 'spool');
  events = [];
});
afterEach(() => {
  rmSync(parent, { recursive: true });
});

async function* aSource(texts: readonly string[], failure?: Error): AsyncGenerator<string> {
  try {
    for (const text of texts) {
      yield text;
      events.push(text.slice(0, 1));
    }
    if (failure !== undefined) throw failure;
  } finally {
    events.push('end');
  }
}

async function untilEvent(what: string): Promise<void> {
  while (!events.includes(what)) await turn();
}

const letters = ['a', 'b', 'c', 'd', 'é'];
const texts = letters.map((letter) => letter.repeat(40));

test('the whole text is read in order, and the source does not wait for its reader', async () => {
  const chunks = spooled(aSource(texts), folder);
  const first = await chunks.next();
  // Only the first piece is read, and the source still runs to its end.
  await untilEvent('end');
  const rest: Buffer[] = [];
  for await (const chunk of chunks) rest.push(chunk);
  expect(Buffer.concat([first.value as Buffer, ...rest]).toString()).toBe(texts.join(''));
});

test('a source without a text makes no file', async () => {
  for await (const chunk of spooled(aSource([]), folder)) expect(chunk).toBeUndefined();
  expect(readdirSync(parent)).toEqual([]);
});

test('more than one read buffer, with a reader that waits after each piece', async () => {
  const large = Array.from({ length: 40 }, (_, index) => String(index % 10).repeat(10_000));
  const read: Buffer[] = [];
  for await (const chunk of spooled(aSource(large), folder)) {
    read.push(chunk);
    await turn();
  }
  expect(Buffer.concat(read).toString()).toBe(large.join(''));
});

test.skipIf(process.platform === 'win32')(
  'the file has no name while it is read, and there is none after it',
  async () => {
    const chunks = spooled(aSource(texts), folder);
    await chunks.next();
    await untilEvent('end');
    expect(readdirSync(folder)).toEqual([]);
    await chunks.return(undefined);
    expect(readdirSync(folder)).toEqual([]);
  },
);

test('an error of the source is thrown after the text before it was read', async () => {
  const chunks = spooled(aSource(texts, new Error('gone')), folder);
  let read = '';
  await expect(async () => {
    for await (const chunk of chunks) read += chunk.toString('latin1');
  }).rejects.toThrow('gone');
  expect(read).toHaveLength(40 * 6);
  expect(events.at(-1)).toBe('end');
});

test('an error of the disk ends the source', async () => {
  const chunks = spooled(aSource(texts), join('/dev/null', 'spool'));
  await expect(async () => {
    for await (const chunk of chunks) expect(chunk.toString()).toBe(texts[0]);
  }).rejects.toThrow();
  expect(events.at(-1)).toBe('end');
});

test('a reader that stops ends the source', async () => {
  let given = 0;
  async function* withoutEnd(): AsyncGenerator<string> {
    try {
      for (;;) {
        given += 1;
        await turn();
        yield 'x'.repeat(100);
      }
    } finally {
      events.push('end');
    }
  }
  for await (const chunk of spooled(withoutEnd(), folder)) {
    expect(chunk.toString()).toMatch(/^x+$/);
    break;
  }
  expect(events).toEqual(['end']);
  const atEnd = given;
  await turn();
  expect(given).toBe(atEnd);
});
