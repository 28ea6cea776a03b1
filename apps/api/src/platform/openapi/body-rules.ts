import type { Type } from '@nestjs/common';
import { rulesOfDto } from './dto-rules.js';

/** A schema generated from the contracts, with the fields that are changed here. */
export interface Schema {
  type?: unknown;
  format?: string;
  description?: string;
  enum?: unknown[];
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  [word: string]: unknown;
}

/** Schemas by name in the document. */
export type Schemas = Record<string, Schema>;

/** The target of a `$ref`; a schema without one is returned itself. */
function resolved(schema: Schema, schemas: Schemas): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (schemas[decodeURIComponent(name)] ?? schema);
}

/**
 * Adds the rules that validate a body to the schema of its contract, recursively.
 * @throws Error for a field that the DTO accepts and the contract lacks, since it would not be documented.
 */
export function addRules(contract: Schema, dto: Type, schemas: Schemas): void {
  const known = addRulesTo(contract, dto, schemas);
  const missing = [...rulesOfDto(dto).keys()].filter((name) => !known.has(name));
  if (missing.length > 0) throw new Error(`the contract of ${dto.name} has no ${missing.join(', ')}`);
}

/** @returns the fields in the contract, or in one of its alternative forms. */
function addRulesTo(contract: Schema, dto: Type, schemas: Schemas): ReadonlySet<string> {
  const target = resolved(contract, schemas);
  const known = new Set((target.anyOf ?? []).flatMap((branch) => [...addRulesTo(branch, dto, schemas)]));
  const properties = target.properties ?? {};
  for (const [name, { schema, part }] of rulesOfDto(dto)) {
    const property = properties[name];
    if (property === undefined) continue;
    known.add(name);
    if (part !== null) addRules(property.items ?? property, part, schemas);
    properties[name] = withRules(property, schema as Schema, schemas);
  }
  return known;
}

function withRules(property: Schema, rules: Schema, schemas: Schemas): Schema {
  const { type: _type, items, minLength, description: unit, enum: words, pattern, ...others } = rules;
  const types = [property, ...(property.anyOf ?? [])].flatMap(typesOf);
  const isNullable = types.includes('null');
  const description = [property.description, unit].filter(Boolean).join(' ');
  const laid: Schema = {
    ...property,
    ...others,
    // An empty text of an optional field means null.
    ...(minLength === undefined || isNullable ? {} : { minLength }),
    ...(pattern === undefined || words !== undefined ? {} : { pattern }),
    ...(description === '' ? {} : { description }),
    // If the items have their own schema, they are documented there.
    ...(items === undefined || property.items?.$ref !== undefined || property.items?.type !== 'string'
      ? {}
      : { items: { ...property.items, ...items } }),
  };
  if (words === undefined) return laid;
  const named = resolved(property, schemas);
  if (JSON.stringify(named.enum) === JSON.stringify(words) || types.includes('boolean')) return laid;
  const { $ref: _ref, ...rest } = laid;
  return { ...rest, type: isNullable ? ['string', 'null'] : 'string', enum: isNullable ? [...words, null] : words };
}

function typesOf({ type }: Schema): unknown[] {
  return Array.isArray(type) ? (type as unknown[]) : [type];
}
