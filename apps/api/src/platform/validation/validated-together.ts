import { SetMetadata } from '@nestjs/common';
import type { FieldError } from '@signpost/contracts';

const TOGETHER = 'signpost:validated-together';

/** A method's parameter is bivariant, so that a check may declare the class that it is for. */
interface Check {
  problems(input: object): FieldError[];
}

/**
 * Rules between the fields of a body or a query, reported together with the problems of single fields.
 * @param check receives the unchanged input, in which invalid fields may have any value.
 */
export const ValidatedTogether = (check: Check['problems']): ClassDecorator => SetMetadata(TOGETHER, check);

/** Problems of rules between fields, except for fields that have a problem already. */
export function problemsTogether(type: object, input: object, known: readonly FieldError[]): FieldError[] {
  const check = Reflect.getMetadata(TOGETHER, type) as Check['problems'] | undefined;
  if (check === undefined) return [];
  const isNamed = ({ field }: FieldError): boolean =>
    known.some((error) => field === '' || error.field === field || field.startsWith(`${error.field}.`));
  return check(input).filter((error) => !isNamed(error));
}
