import { SetMetadata } from '@nestjs/common';
import type { FieldError } from '@signpost/contracts';

const FURTHER = 'signpost:validated-further';
const problems = new WeakMap<object, readonly FieldError[]>();

/**
 * The body's service checks what the form of the fields does not tell, and names both at once: problems of form are not
 * thrown, but kept for {@link formProblems}, and the fields that have them are taken away.
 */
export const ValidatedFurther = (): ClassDecorator => SetMetadata(FURTHER, true);

export const isValidatedFurther = (type: object): boolean => Reflect.getMetadata(FURTHER, type) === true;

/** Notes what is wrong with the form of an input, and leaves of it what is fit for use. */
export function keepProblems(input: object, errors: readonly FieldError[]): void {
  problems.set(input, errors);
  for (const { field } of errors) Reflect.deleteProperty(input, field.split('.')[0] ?? field);
}

/** What is wrong with the form of a body of {@link ValidatedFurther}: its service refuses these with its own. */
export function formProblems(input: object): FieldError[] {
  return [...(problems.get(input) ?? [])];
}
