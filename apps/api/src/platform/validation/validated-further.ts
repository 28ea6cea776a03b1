import { SetMetadata } from '@nestjs/common';
import type { FieldError } from '@signpost/contracts';

const FURTHER = 'signpost:validated-further';
const problems = new WeakMap<object, readonly FieldError[]>();

/**
 * For a body whose service has further rules and reports all problems at once: problems of the fields are not thrown, but stored
 * for {@link formProblems}, and the invalid fields are removed.
 */
export const ValidatedFurther = (): ClassDecorator => SetMetadata(FURTHER, true);

/** Whether a service adds problems of its own to those of the form. */
export const isValidatedFurther = (type: object): boolean => Reflect.getMetadata(FURTHER, type) === true;

/** Stores the problems of an input, and removes its invalid fields. */
export function keepProblems(input: object, errors: readonly FieldError[]): void {
  problems.set(input, errors);
  for (const { field } of errors) Reflect.deleteProperty(input, field.split('.')[0] ?? field);
}

/** The problems of a {@link ValidatedFurther} body: its service rejects it with these and its own. */
export function formProblems(input: object): FieldError[] {
  return [...(problems.get(input) ?? [])];
}
