import { SetMetadata } from '@nestjs/common';
import type { FieldError } from '@signpost/contracts';

const TOGETHER = 'signpost:validated-together';

/** A method's parameter, so that a check may name the class that it is for. */
interface Check {
  problems(input: object): FieldError[];
}

/**
 * Rules between the fields of a body, named in one round with those of each field.
 * @param check gets the input as it is: fields that break their own rules may hold anything.
 */
export const ValidatedTogether = (check: Check['problems']): ClassDecorator => SetMetadata(TOGETHER, check);

/** What breaks rules between fields, but for fields that have been named already. */
export function problemsTogether(type: object, input: object, known: readonly FieldError[]): FieldError[] {
  const check = Reflect.getMetadata(TOGETHER, type) as Check['problems'] | undefined;
  if (check === undefined) return [];
  const isNamed = ({ field }: FieldError): boolean =>
    known.some((error) => field === '' || error.field === field || field.startsWith(`${error.field}.`));
  return check(input).filter((error) => !isNamed(error));
}
