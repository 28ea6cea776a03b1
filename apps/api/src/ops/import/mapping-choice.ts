import { existsSync, readFileSync } from 'node:fs';
import {
  DATE_FORMS,
  MEANINGS,
  plainName,
  PRODUCTS,
  type DateForm,
  type Encoding,
  type Meaning,
} from '@signpost/domain/import-mapping';
import { isRecord } from '@signpost/domain';
import { OpsError } from '../ops-error.js';

/** The value of `--map`: the name of a product, or the contents of a JSON file. */
export interface MappingChoice {
  /** A known product, in plain form; null: detect it by the columns. */
  readonly product: string | null;
  /** Meanings of columns by name; null when not specified. */
  readonly columns: ReadonlyMap<string, Meaning | null> | null;
  readonly dates: DateForm | null;
  /** An IANA zone. */
  readonly zone: string | null;
  readonly encoding: Encoding | undefined;
}

const NO_CHOICE: MappingChoice = {
  product: null,
  columns: null,
  dates: null,
  zone: null,
  encoding: undefined,
};

const ENCODINGS: readonly Encoding[] = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'];

/**
 * Reads `--map`. A file is `{ "columns": { "Short link": "short_address", "Folder": null }, "dates": "day_first",
 * "zone": "Europe/Berlin", "encoding": "windows-1252" }`, all of it optional.
 * @throws OpsError naming what is invalid.
 */
export function readChoice(map: string | null): MappingChoice {
  if (map === null) return NO_CHOICE;
  const product = plainName(map);
  if (PRODUCTS.some(({ name }) => plainName(name) === product)) return { ...NO_CHOICE, product };
  if (!existsSync(map)) {
    const names = [...new Set(PRODUCTS.map(({ name }) => name))].join(', ');
    throw new OpsError(`--map ${map} is neither a file nor one of ${names}.`);
  }
  const value = parse(map);
  for (const key of Object.keys(value)) {
    if (!KEYS.includes(key)) refuse(map, `${key} is none of ${KEYS.join(', ')}`);
  }
  return {
    product: null,
    columns: columnsOf(map, value['columns']),
    dates: oneOf(map, 'dates', value['dates'], DATE_FORMS) ?? null,
    zone: zoneOf(map, value['zone']),
    encoding: oneOf(map, 'encoding', value['encoding'], ENCODINGS),
  };
}

const KEYS = ['columns', 'dates', 'zone', 'encoding'];

function parse(map: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(map, 'utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    refuse(map, 'it is not JSON');
  }
  return isRecord(value) ? value : refuse(map, 'it is not an object');
}

function columnsOf(map: string, value: unknown): MappingChoice['columns'] {
  if (value === undefined) return null;
  if (!isRecord(value)) refuse(map, 'columns is not an object');
  return new Map(
    Object.entries(value).map(([name, meaning]): [string, Meaning | null] => [
      name,
      meaning === null ? null : (oneOf(map, `columns.${name}`, meaning, MEANINGS) ?? null),
    ]),
  );
}

function oneOf<Word extends string>(
  map: string,
  key: string,
  value: unknown,
  words: readonly Word[],
): Word | undefined {
  if (value === undefined) return undefined;
  return words.find((word) => word === value) ?? refuse(map, `${key} is one of ${words.join(', ')}`);
}

function zoneOf(map: string, value: unknown): string | null {
  if (value === undefined) return null;
  try {
    if (typeof value === 'string') return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    // Reported below.
  }
  return refuse(map, 'zone is the name of a time zone, such as Europe/Berlin');
}

function refuse(map: string, what: string): never {
  throw new OpsError(`${map} is no mapping: ${what}.`);
}
