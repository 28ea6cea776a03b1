import type { Type } from '@nestjs/common';
import { QUERY_DEFAULTS, QUERY_WORDS } from '@signpost/contracts';
import { rulesOfDto, type ValueSchema } from './dto-rules.js';

/** A query parameter in the document. */
export interface QueryKey {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: ValueSchema;
}

/** The parameters of a query: the fields of a DTO with their rules, or the given schemas. */
export function queryKeysOf(query: Type | Readonly<Record<string, ValueSchema>>): QueryKey[] {
  const keys: (readonly [string, boolean, ValueSchema])[] =
    typeof query === 'function'
      ? [...rulesOfDto(query)].map(([name, { required, schema }]) => [name, required, { type: 'string', ...schema }])
      : Object.entries(query).map(([name, schema]) => [name, false, schema]);
  return keys.map(([name, required, { description, ...schema }]) => ({
    name,
    required,
    description: description ?? QUERY_WORDS[name] ?? '',
    schema: { ...(name in QUERY_DEFAULTS ? { default: QUERY_DEFAULTS[name] } : {}), ...schema },
  }));
}
