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

/** Problems by the dotted path of their field. */
export function fieldErrors(errors: readonly ValidationError[], parent = ''): FieldError[] {
  return errors.flatMap((error) => {
    const field = parent === '' ? error.property : `${parent}.${error.property}`;
    const [message] = Object.entries(error.constraints ?? {}).map(([rule, text]) =>
      rule === 'whitelistValidation' ? 'This field is not known here.' : text,
    );
    return [...(message === undefined ? [] : [{ field, message }]), ...fieldErrors(error.children ?? [], field)];
  });
}
