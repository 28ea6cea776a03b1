import { problem, type FieldError } from '@signpost/contracts';
import { ApiError } from '../errors/index.js';

/** Maximum depth of objects and lists in a body; the deepest documented body has five levels. */
const DEPTH_MAX = 32;
/**
 * Maximum number of fields in one object; the largest documented one, a link, has about 24. The validation libraries compare
 * each field with every other one.
 */
const FIELDS_MAX = 200;
/** Values for each object or list at most: an empty one takes as long as several texts. */
const VALUES_OF_OBJECT = 4;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;
const LIST = 0x5b;
const LIST_END = 0x5d;
/** Outside of texts, valid JSON has no bytes up to this one but white space. */
const SPACE = 0x20;

/**
 * Counts the levels, the values, the objects and the fields of each in a JSON text on its bytes, before it is parsed: parsed
 * objects take a hundred times the memory and time of their brackets, and thousands of names would delay redirects. Whether the
 * text is valid JSON is left to the parser.
 * @param bytes UTF-8.
 * @param valuesMax maximum number of object fields and list items in the whole body, of which a quarter may be objects or lists.
 * @returns the number of values, or the first problem.
 */
export function countValues(bytes: Uint8Array, valuesMax: number): number | ApiError {
  /** Fields so far of the open object of each level. A list, and what is outside of all, count from far below the maximum. */
  const fields = new Int32Array(DEPTH_MAX + 1).fill(-valuesMax);
  let depth = 0;
  let values = 0;
  const objectsMax = Math.floor(valuesMax / VALUES_OF_OBJECT);
  let objects = 0;
  /** Whether the innermost object or list is still empty. */
  let isEmpty = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte <= SPACE) continue;
    if (byte === OBJECT_END || byte === LIST_END) {
      if (depth > 0) depth -= 1;
      isEmpty = false;
      continue;
    }
    if (isEmpty || byte === COMMA) {
      values += 1;
      if (values > valuesMax) return tooMany(valuesMax, 'values');
      const before = fields[depth] ?? 0;
      if (before === FIELDS_MAX) return tooMany(FIELDS_MAX, 'fields');
      fields[depth] = before + 1;
    }
    isEmpty = false;
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === OBJECT || byte === LIST) {
      if (depth === DEPTH_MAX) return tooMany(DEPTH_MAX, 'levels');
      if (objects === objectsMax) return tooMany(objectsMax, 'objects');
      objects += 1;
      depth += 1;
      fields[depth] = byte === OBJECT ? 0 : -valuesMax;
      isEmpty = true;
    }
  }
  return values;
}

/** Index of the closing quote of the text whose opening quote is at `from`. */
function endOfText(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

/**
 * Problems of the objects in a parsed body that do not depend on the route. The validation libraries skip names that every
 * object has, such as `toString`, so an unknown key with such a name would be ignored silently.
 */
export function validateShape(body: unknown): ApiError | undefined {
  const path = pathOfDropped(body);
  return path === undefined ? undefined : refusal(problem(path, 'unknown_field'));
}

/** Dotted path of the first dropped name. It is put together on the way back: a body of 60,000 values usually has none. */
function pathOfDropped(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  // The index as a text for each of 60,000 items would take as long as all the rest.
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const below = pathOfDropped(value[index]);
      if (below !== undefined) return `${index}.${below}`;
    }
    return undefined;
  }
  for (const key of Object.keys(value)) {
    if (isDropped(key)) return key;
    const below = pathOfDropped((value as Record<string, unknown>)[key]);
    if (below !== undefined) return `${key}.${below}`;
  }
  return undefined;
}

/** Whether the validation libraries drop this name from every body. */
const isDropped = (key: string): boolean => key in Object.prototype || key === 'prototype';

const tooMany = (max: number, what: string): ApiError => refusal(problem('', 'too_many', { max, what }));

function refusal(error: FieldError): ApiError {
  return new ApiError('validation_failed', { errors: [error] });
}
