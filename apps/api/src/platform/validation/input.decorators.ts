import { applyDecorators } from '@nestjs/common';
import { Transform, type TransformFnParams } from 'class-transformer';
import {
  IsBoolean,
  isEmail,
  IsInt,
  IsUUID,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { LIMITS } from '@signpost/contracts';
import { hasInvisible, textProblem, trimmed, trimToNull, type TextKind } from '@signpost/domain';

/** How a text field is read. Lengths are UTF-16 code units after trimming. */
export interface TextRule {
  max: number;
  min?: number;
  /** Line breaks and tabs are allowed. */
  lines?: boolean;
}

const trim = Transform(({ value }: TransformFnParams): unknown => (typeof value === 'string' ? trimmed(value) : value));
const trimmedOrNull = Transform(({ value }: TransformFnParams): unknown => trimToNull(value));

/** Left out is fine, null is not. */
export const Optional = () => ValidateIf((_, value) => value !== undefined);
/** Left out and null are both fine; null clears. */
export const Nullable = () => ValidateIf((_, value) => value !== undefined && value !== null);

function printable(kind: TextKind) {
  return ValidateBy({
    name: 'printable',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && textProblem(value, kind) === null,
      defaultMessage: () => 'Control characters are not allowed.',
    },
  });
}

function isText() {
  return ValidateBy({
    name: 'isText',
    validator: { validate: (value: unknown) => typeof value === 'string', defaultMessage: () => 'This must be text.' },
  });
}

function textRules({ max, min = 1, lines = false }: TextRule): PropertyDecorator[] {
  // class-validator reports the rule that was declared last first: the plainest complaint goes to the end.
  return [
    printable(lines ? 'multiline' : 'plain'),
    MaxLength(max, { message: `At most ${max} characters.` }),
    MinLength(min, { message: min === 1 ? 'This is required.' : `At least ${min} characters.` }),
    isText(),
  ];
}

/** A required text, trimmed. */
export const Text = (rule: TextRule) => applyDecorators(trim, ...textRules(rule));
/** A text that may be left out but not cleared. */
export const OptionalText = (rule: TextRule) => applyDecorators(trim, Optional(), ...textRules(rule));
/** A text that may be left out or cleared; an empty text means null. */
export const NullableText = (rule: TextRule) => applyDecorators(trimmedOrNull, Nullable(), ...textRules(rule));

/** A password: not trimmed, at least one character. */
export const Password = (max: number, min = 1) => applyDecorators(...textRules({ max, min }));

/**
 * Whether a trimmed text is an address that mail can be sent to. What is not seen would be: an address pasted with a
 * zero-width space looks like that of somebody who will never get the mail. The library throws on a lone surrogate.
 */
export function isAddress(text: string): boolean {
  return textProblem(text) === null && !hasInvisible(text) && isEmail(text);
}

/** An email address, lower-cased. */
export const Email = () =>
  applyDecorators(
    Transform(({ value }: TransformFnParams): unknown =>
      typeof value === 'string' ? value.trim().toLowerCase() : value,
    ),
    ValidateBy({
      name: 'emailAddress',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && isAddress(value),
        defaultMessage: () => 'This is not an email address.',
      },
    }),
    MaxLength(LIMITS.emailLength, { message: `At most ${LIMITS.emailLength} characters.` }),
    isText(),
  );

/** An email address that may be left out or cleared. */
export const NullableEmail = () => applyDecorators(trimmedOrNull, Nullable(), Email());

/** An opaque token from a mail; any text, so that a tampered one is an invalid token and not a bad field. */
export const Token = () => Text({ max: 500 });

/** A point in time as Unix milliseconds, null clears. Between the years 1970 and 9999. */
export const NullableInstant = () =>
  applyDecorators(
    Nullable(),
    Max(253_402_300_799_999, { message: 'This time is too far away.' }),
    Min(0, { message: 'This must be a time in Unix milliseconds.' }),
    IsInt({ message: 'This must be a time in Unix milliseconds.' }),
  );

/** A whole number that may be left out or cleared. */
export const NullableInteger = (min: number, max: number) =>
  applyDecorators(
    Nullable(),
    Max(max, { message: `At most ${max}.` }),
    Min(min, { message: `At least ${min}.` }),
    IsInt({ message: 'This must be a whole number.' }),
  );

/** Decimal digits, as queries have numbers, become a number; anything else stays as it is and is refused. */
export const FromDigits = () =>
  Transform(({ value }: TransformFnParams): unknown =>
    typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value,
  );

/** A whole number of a query, may be left out. */
export const Digits = (min: number, max: number) =>
  applyDecorators(
    FromDigits(),
    Optional(),
    Max(max, { message: `At most ${max}.` }),
    Min(min, { message: `At least ${min}.` }),
    IsInt({ message: 'This must be a whole number.' }),
  );

/** True or false, may be left out. */
export const Flag = () => applyDecorators(Optional(), IsBoolean({ message: 'This must be true or false.' }));

const isId = () => IsUUID(undefined, { message: 'This is not an id.' });
/** As it is stored, so that the same id in capitals is no change. */
const lowerCase = Transform(({ value }: TransformFnParams): unknown =>
  typeof value === 'string' ? value.toLowerCase() : value,
);

/** An id. A malformed one is an unknown one, but it names its field. */
export const Id = () => applyDecorators(lowerCase, isId(), isText());
/** An id that may be left out or cleared. */
export const NullableId = () => applyDecorators(trimmedOrNull, lowerCase, Nullable(), isId());
