import type { Type } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { getMetadataStorage, ValidationTypes } from 'class-validator';

/** Schema of the value of a query key. */
export type QuerySchema = Exclude<
  NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string],
  { $ref: string }
>;

/** A query key as the document names it. */
interface QueryKey {
  readonly name: string;
  readonly required: boolean;
  readonly schema: QuerySchema;
}

/** What rules of class-validator say of a value, by their names. Rules that are not here have no words in a schema. */
const WORDS: Readonly<Record<string, (constraint: never) => QuerySchema>> = {
  isArray: () => ({ type: 'array', items: { type: 'string' } }),
  arrayMaxSize: (maxItems: number) => ({ maxItems }),
  isIn: (known: readonly string[]) => ({ enum: [...known] }),
  isInt: () => ({ type: 'integer' }),
  min: (minimum: number) => ({ minimum }),
  max: (maximum: number) => ({ maximum }),
  isUuid: () => ({ format: 'uuid' }),
};

/** The keys of a query: those of a DTO with the rules that judge them, or those named one by one. */
export function queryKeysOf(query: Type | Readonly<Record<string, QuerySchema>>): QueryKey[] {
  if (typeof query === 'function') return keysOfDto(query);
  return Object.entries(query).map(([name, schema]) => ({ name, required: false, schema }));
}

function keysOfDto(dto: Type): QueryKey[] {
  const keys = new Map<string, QueryKey>();
  for (const rule of getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false)) {
    const { propertyName: name, constraints } = rule;
    const { required, schema } = keys.get(name) ?? { required: true, schema: { type: 'string' } };
    const words = WORDS[rule.name ?? '']?.((constraints as unknown[] | undefined)?.[0] as never);
    keys.set(name, {
      name,
      // What is judged only where it is given may be left out.
      required: required && rule.type !== ValidationTypes.CONDITIONAL_VALIDATION,
      schema: { ...schema, ...words },
    });
  }
  return [...keys.values()];
}
