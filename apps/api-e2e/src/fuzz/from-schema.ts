import { HOSTILE_TEXTS, hostileValue } from './hostile.js';
import type { Random } from './random.js';

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
}

const PLAUSIBLE = ['abc', 'spring-sale', 'https://example.com/', 'DE', 'me', '2026-11-01', 'acme'];

/** A value of the schema in which some parts are of another kind: what a careless or hostile caller sends. */
export function fromSchema(
  schema: Schema,
  schemas: Record<string, Schema>,
  random: Random,
  ids: readonly string[],
): unknown {
  if (random.chance(0.06)) return hostileValue(random);
  if (schema.$ref !== undefined) {
    const named = schemas[schema.$ref.split('/').at(-1) ?? ''];
    return named === undefined ? hostileValue(random) : fromSchema(named, schemas, random, ids);
  }
  if (schema.anyOf !== undefined) return fromSchema(random.pick(schema.anyOf), schemas, random, ids);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.pick(schema.enum);
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  switch (type) {
    case 'object': {
      const required = new Set(schema.required);
      const entries = Object.entries(schema.properties ?? {})
        .filter(([name]) => (required.has(name) ? !random.chance(0.03) : random.chance(0.35)))
        .map(([name, inner]) => [name, fromSchema(inner, schemas, random, ids)] as const);
      if (typeof schema.additionalProperties === 'object' && random.chance(0.7)) {
        entries.push([
          random.pick(['DE', 'FR', 'x', '__proto__']),
          fromSchema(schema.additionalProperties, schemas, random, ids),
        ]);
      }
      if (random.chance(0.05)) entries.push([random.pick(HOSTILE_TEXTS), hostileValue(random)]);
      return Object.fromEntries(entries);
    }
    case 'array':
      return Array.from({ length: random.pick([0, 1, 1, 2, 25]) }, () =>
        fromSchema(schema.items ?? {}, schemas, random, ids),
      );
    case 'number':
    case 'integer':
      return random.pick([0, 1, 2, 10, Date.now() + 86_400_000, -5, 1.5]);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    case 'string':
      return random.chance(0.3)
        ? random.pick(HOSTILE_TEXTS)
        : random.chance(0.4)
          ? random.pick(ids)
          : random.pick(PLAUSIBLE);
    default:
      return hostileValue(random);
  }
}
