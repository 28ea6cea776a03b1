import { problem, type FieldError } from '@signpost/contracts';
import { ApiError } from '../errors/index.js';

/** Levels of objects and lists in a body; the deepest documented one has five. */
const DEPTH_MAX = 32;
/**
 * Fields of one object; the largest documented one, a link's, has two dozen. The libraries that check bodies compare each with
 * every other.
 */
const FIELDS_MAX = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OBJECT = 0x7b;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);
const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Counts the levels, the values and each object's fields of a JSON text on its bytes, before anything is made of them: objects
 * in memory take a hundred times the place and time that their brackets do, and thousands of names hold up redirects. Whether
 * the text is JSON at all is for the parser to say.
 * @param bytes UTF-8.
 * @param valuesMax fields of objects and items of lists in the whole body.
 */
export function validateBytes(bytes: Uint8Array, valuesMax: number): ApiError | undefined {
  /** Fields so far of each open object, from the outermost on; NaN for lists. */
  const open: number[] = [];
  let values = 0;
  /** Whether nothing has stood in the innermost object or list yet. */
  let isEmpty = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (SPACE.has(byte)) continue;
    if (CLOSING.has(byte)) {
      open.pop();
      isEmpty = false;
      continue;
    }
    if (isEmpty || byte === COMMA) {
      values += 1;
      if (values > valuesMax) return tooMany(valuesMax, 'values');
      const before = open.pop();
      if (before === FIELDS_MAX) return tooMany(FIELDS_MAX, 'fields');
      if (before !== undefined) open.push(before + 1);
    }
    isEmpty = false;
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (OPENING.has(byte)) {
      open.push(byte === OBJECT ? 0 : NaN);
      isEmpty = true;
      if (open.length > DEPTH_MAX) return tooMany(DEPTH_MAX, 'levels');
    }
  }
  return undefined;
}

/** Where the closing quote of the text that begins at `from` stands. */
function endOfText(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

/** An object or a list of a body, and its dotted path. */
interface Part {
  readonly path: string;
  readonly value: object;
}

/**
 * What is wrong with the objects of a parsed body, whatever the route expects of it. The libraries that check bodies skip names
 * that every object has, so that an unknown key would be dropped in silence.
 */
export function validateShape(body: unknown): ApiError | undefined {
  let level: Part[] = isObject(body) ? [{ path: '', value: body }] : [];
  while (level.length > 0) {
    const below: Part[] = [];
    for (const { path, value } of level) {
      for (const [key, inner] of Object.entries(value)) {
        const place = path === '' ? key : `${path}.${key}`;
        if (isDropped(key)) return refusal(problem(place, 'unknown_field'));
        if (isObject(inner)) below.push({ path: place, value: inner });
      }
    }
    level = below;
  }
  return undefined;
}

/** Names that the libraries take away from a body, whoever asks for them. */
const isDropped = (key: string): boolean => key in Object.prototype || key === 'prototype';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const tooMany = (max: number, what: string): ApiError => refusal(problem('', 'too_many', { max, what }));

function refusal(error: FieldError): ApiError {
  return new ApiError('validation_failed', { errors: [error] });
}
