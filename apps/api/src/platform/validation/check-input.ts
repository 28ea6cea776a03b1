import type { FieldError } from '@signpost/contracts';
import { plainToInstance, type ClassConstructor } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';

/** A checked input, or every problem that it has; `input` is only fit for use without problems. */
export interface CheckedInput<Input> {
  readonly input: Input;
  readonly errors: FieldError[];
}

/**
 * Checks a plain value against its DTO outside the request pipe: rows of a batch or of a file, each with its own
 * verdict. Unknown keys are problems.
 */
export function checkInput<Input extends object>(type: ClassConstructor<Input>, value: object): CheckedInput<Input> {
  const input = plainToInstance(type, value);
  return { input, errors: fieldErrors(validateSync(input, { whitelist: true, forbidNonWhitelisted: true })) };
}

/** Rules about the kind of a value: where one fails, what the others say about the value is noise. */
const KIND_RULES: ReadonlySet<string> = new Set(['isText', 'isString', 'isInt', 'isBoolean', 'isArray', 'isObject']);

/** Problems by the dotted path of their field, one each: the plainest. */
export function fieldErrors(errors: readonly ValidationError[], parent = ''): FieldError[] {
  return errors.flatMap((error) => {
    const field = parent === '' ? error.property : `${parent}.${error.property}`;
    const message = plainest(error);
    return [...(message === null ? [] : [{ field, message }]), ...fieldErrors(error.children ?? [], field)];
  });
}

function plainest({ value, constraints = {} }: ValidationError): string | null {
  const broken = Object.entries(constraints);
  const [rule, message] = broken.find(([name]) => KIND_RULES.has(name)) ?? broken[0] ?? [];
  if (rule === undefined || message === undefined) return null;
  if (rule === 'whitelistValidation') return 'This field is not known here.';
  return value === undefined ? 'This is required.' : message;
}
