import { ApiError } from '../errors/index.js';

/** Levels of objects and lists in a body; the deepest documented one has five. */
const DEPTH_MAX = 32;
/** Fields of one object; the largest documented one, a link's, has two dozen. */
const FIELDS_MAX = 200;

/** An object or a list of a body, and its dotted path. */
interface Part {
  readonly path: string;
  readonly value: object;
}

/**
 * What is wrong with the shape of a parsed body, whatever the route expects of it. The libraries that check bodies
 * compare each field of an object with every other, copy what no route asks for, and walk recursively, which 1 MB can
 * take deeper than the stack; and they skip names that every object has, so that an unknown key would be dropped in
 * silence.
 * @param valuesMax fields and items of lists in the whole body. What is beyond is not looked at.
 */
export function judgeShape(body: unknown, valuesMax: number): ApiError | undefined {
  let level: Part[] = isObject(body) ? [{ path: '', value: body }] : [];
  let values = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > DEPTH_MAX) return refusal('', `At most ${DEPTH_MAX} levels.`);
    const below: Part[] = [];
    for (const { path, value } of level) {
      const size = Array.isArray(value) ? value.length : Object.keys(value).length;
      values += size;
      if (!Array.isArray(value) && size > FIELDS_MAX) return refusal(path, `At most ${FIELDS_MAX} fields.`);
      if (values > valuesMax) return refusal(path, `At most ${valuesMax} values.`);
      for (const [key, inner] of Object.entries(value)) {
        const place = path === '' ? key : `${path}.${key}`;
        if (isDropped(key)) return refusal(place, 'This field is not known here.');
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

function refusal(field: string, message: string): ApiError {
  return new ApiError('validation_failed', { errors: [{ field, message }] });
}
