import { SetMetadata } from '@nestjs/common';
import type { FieldError } from '@signpost/contracts';

const TOGETHER = 'signpost:judged-together';

/** A method's parameter, so that a judge may name the class that it is for. */
interface Judge {
  judge(input: object): FieldError[];
}

/**
 * Rules between the fields of a body, named in one round with those of each field.
 * @param judge gets the input as it is: fields that break their own rules may hold anything.
 */
export const JudgedTogether = (judge: Judge['judge']): ClassDecorator => SetMetadata(TOGETHER, judge);

/** What breaks rules between fields, but for fields that have been named already. */
export function problemsTogether(type: object, input: object, known: readonly FieldError[]): FieldError[] {
  const judge = Reflect.getMetadata(TOGETHER, type) as Judge['judge'] | undefined;
  if (judge === undefined) return [];
  const isNamed = ({ field }: FieldError): boolean =>
    known.some((error) => field === '' || error.field === field || field.startsWith(`${error.field}.`));
  return judge(input).filter((error) => !isNamed(error));
}
