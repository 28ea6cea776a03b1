import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { Config } from '../../platform/config/index.js';
import { inFolder } from '../../platform/errors/outside-error.js';
import { beginRun } from '../begin-run.js';
import { connect } from '../ops-context.js';
import { removeParts, withPart } from '../part-file.js';
import { MAP_FORMATS, type MapFormat } from './formats.js';
import { countAddresses, listRedirects, type MappedAddress } from './list-redirects.js';

/**
 * The live redirects of every workspace as text in one format, from one snapshot.
 * @param at Unix milliseconds; redirects live at this time are included.
 * @param onAddress called for each address.
 */
export function exportRedirects(
  client: pg.Client,
  config: Config,
  format: MapFormat,
  at: number,
  onAddress: () => void = () => undefined,
): Readable {
  return Readable.from(textOf(client, config, format, at, onAddress), { objectMode: false });
}

/** Lines per chunk of output. */
const LINES = 1_000;

async function* textOf(
  client: pg.Client,
  config: Config,
  format: MapFormat,
  at: number,
  onAddress: () => void,
): AsyncGenerator<Buffer> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const facts = { count: await countAddresses(client), origin: config.shortUrl };
    yield Buffer.from(format.begin(facts));
    let before: MappedAddress | null = null;
    let lines: string[] = [];
    const exact: MappedAddress[] = [];
    for await (const address of listRedirects(client, config, at)) {
      lines.push(format.line(address, before, facts));
      if (address.isCaseExact) exact.push(address);
      before = address;
      onAddress();
      if (lines.length < LINES) continue;
      yield Buffer.from(lines.join(''));
      lines = [];
    }
    yield Buffer.from(lines.join('') + format.end(before, facts, exact));
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
  }
}

/**
 * Writes every format into `folder`, each to a temporary file that is renamed when complete.
 * @returns the number of addresses in each.
 */
export function writeRedirectMaps(config: Config, folder: string, at: number): Promise<number> {
  return inFolder('REDIRECT_MAP_DIR', folder, async () => {
    await mkdir(folder, { recursive: true });
    return writeInto(config, folder, at);
  });
}

async function writeInto(config: Config, folder: string, at: number): Promise<number> {
  const client = await connect(config.databaseUrl ?? '');
  let addresses = 0;
  const formats = Object.values(MAP_FORMATS);
  try {
    await beginRun(client, 'redirect_map', () =>
      removeParts(folder, (name) => formats.some(({ file }) => file === name)),
    );
    for (const format of formats) {
      addresses = 0;
      const file = join(folder, format.file);
      await withPart(file, async (part) => {
        const text = exportRedirects(client, config, format, at, () => (addresses += 1));
        await pipeline(text, createWriteStream(part, { flush: true }));
        await rename(part, file);
      });
    }
  } finally {
    await client.end();
  }
  return addresses;
}
