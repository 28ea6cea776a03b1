import { applyDecorators, type Type } from '@nestjs/common';
import { Transform, Type as TypeOf, type TransformFnParams } from 'class-transformer';
import {
  IsBoolean,
  isEmail,
  IsIn,
  IsInt,
  IsObject,
  IsUUID,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { LIMITS, type RuleName, type RuleParams } from '@signpost/contracts';
import { CONTROL_CHARACTERS, hasInvisible, textProblem, trimmed, trimToNull, type TextKind } from '@signpost/domain';
import { withRule } from './check-input.js';
import { Documented, Parts } from './documented.js';

/** Rules of a text field. Lengths are characters (code points) after trimming. */
export interface TextRule {
  max: number;
  min?: number;
  /** Line breaks and tabs are allowed. */
  lines?: boolean;
}

/** Transforms a value before its rules are checked. */
export const change = (to: (value: unknown) => unknown) => Transform(({ value }: TransformFnParams) => to(value));
/** Transforms a text before its rules are checked. */
export const changeText = (to: (text: string) => unknown) =>
  change((value) => (typeof value === 'string' ? to(value) : value));

const trim = changeText(trimmed);
const trimmedOrNull = change(trimToNull);

/** The field may be missing, but not null. */
export const Optional = () => ValidateIf((_, value) => value !== undefined);
/** The field may be missing or null; null clears it. */
export const Nullable = () => ValidateIf((_, value) => value !== undefined && value !== null);

/** A custom rule, with the name by which the document's generator finds it. */
export function rule(
  name: string,
  isKept: (value: unknown) => boolean,
  broken: RuleName,
  params?: RuleParams,
): PropertyDecorator {
  return ValidateBy({ name, constraints: [params], validator: { validate: isKept } }, withRule(broken, params));
}

const printable = (kind: TextKind) =>
  rule('printable', (value) => typeof value === 'string' && textProblem(value, kind) === null, 'control_characters');

const isText = () => rule('isText', (value) => typeof value === 'string', 'not_text');

function textRules({ max, min = 1, lines = false }: TextRule): PropertyDecorator[] {
  // Of several broken rules the first in this list is reported, unless the value is of another kind.
  return [
    printable(lines ? 'multiline' : 'plain'),
    MaxLength(max, withRule('too_long', { max })),
    ...(min === 0 ? [] : [MinLength(min, min === 1 ? withRule('required') : withRule('too_short', { min }))]),
    isText(),
  ];
}

/** Documents that a text has no control characters and, if it must not be empty, a visible character. */
const written = ({ min = 1, lines = false }: TextRule) => {
  const control = CONTROL_CHARACTERS[lines ? 'multiline' : 'plain'];
  return Documented({ pattern: min === 0 ? `^[^${control}]*$` : `^[^${control}]*[^\\s${control}][^${control}]*$` });
};

/** A required text, trimmed. */
export const Text = (limits: TextRule) => applyDecorators(trim, ...textRules(limits), written(limits));
/** A text that may be missing but not cleared. */
export const OptionalText = (limits: TextRule) =>
  applyDecorators(trim, Optional(), ...textRules(limits), written(limits));
/** A text that may be missing or cleared; an empty text means null. */
export const NullableText = (limits: TextRule) =>
  applyDecorators(trimmedOrNull, Nullable(), ...textRules({ ...limits, min: 0 }), written({ ...limits, min: 0 }));

/** A password: not trimmed, at least one character, which may be a space. */
export const Password = (max: number, min = 1) => applyDecorators(...textRules({ max, min }), written({ max, min: 0 }));

/**
 * Whether a trimmed text is an address that mail can be sent to. Invisible characters are rejected: an address pasted with a
 * zero-width space looks right, but mail to it never arrives. The library throws for a lone surrogate.
 */
export function isAddress(text: string): boolean {
  return textProblem(text) === null && !hasInvisible(text) && isEmail(text);
}

/** An email address, lower-cased. */
export const Email = () =>
  applyDecorators(
    changeText((text) => text.trim().toLowerCase()),
    rule('emailAddress', (value) => typeof value === 'string' && isAddress(value), 'not_email'),
    MaxLength(LIMITS.emailLength, withRule('too_long', { max: LIMITS.emailLength })),
    isText(),
  );

/** An email address that may be missing or cleared. */
export const NullableEmail = () => applyDecorators(trimmedOrNull, Nullable(), Email());

/** An opaque token from a mail. Any text is accepted, so that a changed one is an invalid token and not an invalid field. */
export const Token = () => Text({ max: 500 });

/** Unix seconds from March 1973 to November 2286, which as milliseconds would be times in the first months of 1970. */
const SECONDS = { from: 100_000_000, to: 9_999_999_999 };

/**
 * A time in Unix milliseconds, between the years 1970 and 9999. A value that is probably in seconds is rejected: as milliseconds
 * it would open or end a link at once.
 */
export const Instant = () =>
  applyDecorators(
    rule(
      'milliseconds',
      (value) => typeof value !== 'number' || value < SECONDS.from || value > SECONDS.to,
      'milliseconds_expected',
    ),
    Max(253_402_300_799_999, withRule('time_too_far')),
    Min(0, withRule('not_milliseconds')),
    IsInt(withRule('not_milliseconds')),
    // The type keeps null out of it: bounds say nothing about what is no number.
    Documented({ not: { type: 'integer', minimum: SECONDS.from, maximum: SECONDS.to } }),
  );

/** A time in Unix milliseconds; null clears it. */
export const NullableInstant = () => applyDecorators(Nullable(), Instant());

/** An integer that may be missing or cleared. */
export const NullableInteger = (min: number, max: number) =>
  applyDecorators(
    Nullable(),
    Max(max, withRule('too_large', { max })),
    Min(min, withRule('too_small', { min })),
    IsInt(withRule('not_integer')),
  );

/** Converts decimal digits of a query to a number; any other value is unchanged and then rejected. */
export const FromDigits = () => changeText((text) => (/^\d{1,16}$/.test(text) ? Number(text) : text));

/** An integer in a query, which may be missing. */
export const Digits = (min: number, max: number) =>
  applyDecorators(
    FromDigits(),
    Optional(),
    Max(max, withRule('too_large', { max })),
    Min(min, withRule('too_small', { min })),
    IsInt(withRule('not_integer')),
  );

/** A nested object, validated by its own class. */
export const Nested = (type: () => Type) =>
  applyDecorators(TypeOf(type), Parts(type), IsObject(withRule('not_object')), ValidateNested());

/** One of the given words, which may be missing. */
export const OneOf = (words: readonly string[]) =>
  applyDecorators(Optional(), IsIn(words, withRule('one_of', { known: words })));

/** A boolean, which may be missing. */
export const Flag = () => applyDecorators(Optional(), IsBoolean(withRule('not_boolean')));

const isId = () => IsUUID(undefined, withRule('not_id'));
/** Lower case, as ids are stored, so that the same id in capitals is not a change. */
const lowerCase = changeText((text) => text.toLowerCase());

/** An id. A malformed one is rejected like an unknown one, but with its field. */
export const Id = () => applyDecorators(lowerCase, isId(), isText());
/** An id that may be missing or cleared. */
export const NullableId = () => applyDecorators(trimmedOrNull, lowerCase, Nullable(), isId());
