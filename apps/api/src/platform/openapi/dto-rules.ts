import type { Type } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { getMetadataStorage, ValidationTypes } from 'class-validator';
import { documentedRules, emptyAllowedOf, partsOf } from '../validation/index.js';

/** Schema of a value. */
export type ValueSchema = Exclude<
  NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string],
  { $ref: string }
>;

/** Rules of one field of a DTO. */
export interface FieldRules {
  /** Whether the field must be present. */
  readonly required: boolean;
  /** The rules as JSON Schema. */
  readonly schema: ValueSchema;
  /** Class that validates a nested object, or each item of a list. */
  readonly part: Type | null;
}

/** JSON Schema of validation rules, class-validator's and ours, by name. Rules that are missing here are not expressible. */
const WORDS: Readonly<Record<string, (constraint: never) => ValueSchema>> = {
  isText: () => ({ type: 'string' }),
  isString: () => ({ type: 'string' }),
  isArray: () => ({ type: 'array', items: { type: 'string' } }),
  isBoolean: () => ({ type: 'boolean' }),
  arrayMaxSize: (maxItems: number) => ({ maxItems }),
  arrayMinSize: (minItems: number) => ({ minItems }),
  isIn: (known: readonly string[]) => ({ enum: [...known] }),
  isInt: () => ({ type: 'integer' }),
  min: (minimum: number) => ({ minimum }),
  max: (maximum: number) => ({ maximum }),
  minLength: (minLength: number) => ({ minLength }),
  // An infinite bound is omitted.
  maxLength: (maxLength: number) => (Number.isFinite(maxLength) ? { maxLength } : {}),
  isUuid: () => ({ format: 'uuid' }),
  emailAddress: () => ({ format: 'email' }),
  color: () => ({ pattern: '^#?[0-9a-fA-F]{6}$' }),
  milliseconds: () => ({
    description: 'Unix milliseconds. From 100,000,000 to 9,999,999,999 it is taken for a time in seconds and refused.',
  }),
};

/** The rules of a DTO by field, so that requests are validated and documented from one source. */
export function rulesOfDto(dto: Type): ReadonlyMap<string, FieldRules> {
  const fields = new Map<string, { required: boolean; schema: ValueSchema }>();
  for (const rule of getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false)) {
    const { propertyName: name, constraints } = rule;
    const { required, schema } = fields.get(name) ?? { required: true, schema: {} };
    const words = WORDS[rule.name ?? '']?.((constraints as unknown[] | undefined)?.[0] as never);
    fields.set(name, {
      // A field that is only validated if present is optional.
      required: required && rule.type !== ValidationTypes.CONDITIONAL_VALIDATION,
      schema: { ...schema, ...(rule.each ? {} : words) },
    });
  }
  const prototype = dto.prototype as object;
  const mayBeEmpty = emptyAllowedOf(dto);
  return new Map(
    [...fields].map(([name, { required, schema }]) => {
      const whole: ValueSchema = { ...schema, ...documentedRules(prototype, name) };
      const isFilter = mayBeEmpty !== null && !mayBeEmpty.includes(name);
      return [name, { required, schema: isFilter ? filled(whole) : whole, part: partsOf(prototype, name) }];
    }),
  );
}

/** Schema of a filter, which must not be empty even if the same field may be empty elsewhere. */
function filled(schema: ValueSchema): ValueSchema {
  if (schema.type !== 'string' || schema.enum !== undefined || schema.format !== undefined) return schema;
  const pattern = schema.pattern?.replace(/^\^\$\|/, '');
  return { ...schema, minLength: 1, ...(pattern === undefined ? {} : { pattern }) };
}
