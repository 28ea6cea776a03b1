import { problem, ruleText, type FieldError, type RuleName, type RuleParams } from '@signpost/contracts';
import { plainToInstance, type ClassConstructor } from 'class-transformer';
import { getMetadataStorage, validateSync, type ValidationError, type ValidationOptions } from 'class-validator';

/** The rule of our catalogue for a rule of class-validator. */
interface RuleContext {
  readonly rule: RuleName;
  readonly params?: RuleParams;
}

/** Options of a class-validator decorator that map it to a rule of the catalogue. */
export function withRule(rule: RuleName, params?: RuleParams): ValidationOptions {
  const context: RuleContext = { rule, ...(params === undefined ? {} : { params }) };
  return { message: ruleText(rule, params), context };
}

/** A validated input with all its problems; `input` may only be used without problems. */
export interface CheckedInput<Input> {
  readonly input: Input;
  readonly errors: FieldError[];
}

/**
 * Validates a plain value against its DTO outside the request pipe: rows of a batch or of a file, each on its own. Unknown keys
 * are problems, or are ignored.
 */
export function checkInput<Input extends object>(
  type: ClassConstructor<Input>,
  value: object,
  unknown: 'unknown keys are problems' | 'unknown keys are ignored' = 'unknown keys are problems',
): CheckedInput<Input> {
  const forbidNonWhitelisted = unknown === 'unknown keys are problems';
  const fields = fieldsOf(type);
  // class-transformer copies all that is in a value, a thousand rows or what the caller has made up, so it only gets the rest.
  const input = plainToInstance(
    type,
    pick(value, (name) => fields.get(name) === 'converted'),
  );
  Object.assign(
    input,
    pick(value, (name) => fields.get(name) === 'as given' || (forbidNonWhitelisted && !fields.has(name))),
  );
  return { input, errors: fieldErrors(validateSync(input, { whitelist: true, forbidNonWhitelisted })) };
}

const AS_GIVEN = 'signpost:as-given';

/** For a list or an object whose contents are checked elsewhere: only its own rules apply, and the contents are not copied. */
export const AsGiven = (): PropertyDecorator => Reflect.metadata(AS_GIVEN, true);

const fieldsByType = new WeakMap<object, ReadonlyMap<string, 'converted' | 'as given'>>();

/** The fields of a class, which are those with rules. */
function fieldsOf(type: ClassConstructor<object>): ReadonlyMap<string, 'converted' | 'as given'> {
  let fields = fieldsByType.get(type);
  if (fields === undefined) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
    const isAsGiven = (name: string): boolean => Reflect.hasMetadata(AS_GIVEN, type.prototype as object, name);
    fields = new Map(
      rules.map(({ propertyName }) => [propertyName, isAsGiven(propertyName) ? 'as given' : 'converted']),
    );
    fieldsByType.set(type, fields);
  }
  return fields;
}

function pick(value: object, isPicked: (name: string) => boolean): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => isPicked(name)));
}

/** Rules about the type of a value: if one fails, the problems of other rules are not useful. */
const KIND_RULES: ReadonlySet<string> = new Set(['isText', 'isString', 'isInt', 'isBoolean', 'isArray', 'isObject']);

/** One problem per field, the most basic one, with the dotted path of the field. */
function fieldErrors(errors: readonly ValidationError[], parent = ''): FieldError[] {
  return errors.flatMap((error) => {
    const field = parent === '' ? error.property : `${parent}.${error.property}`;
    const broken = plainest(error);
    const own = broken === null ? [] : [problem(field, broken.rule, broken.params)];
    // Problems inside a value of the wrong type are not useful.
    return broken?.rule === 'not_object' ? own : [...own, ...fieldErrors(error.children ?? [], field)];
  });
}

function plainest({ value, constraints = {}, contexts = {} }: ValidationError): RuleContext | null {
  const names = Object.keys(constraints);
  const broken = names.find((name) => KIND_RULES.has(name)) ?? names[0];
  if (broken === undefined) return null;
  if (broken === 'whitelistValidation') return { rule: 'unknown_field' };
  // Rule name of class-validator for an element that is not an object.
  if (broken === 'nestedValidation') return { rule: 'not_object' };
  if (value === undefined) return { rule: 'required' };
  const context = contexts[broken] as RuleContext | undefined;
  if (context === undefined) throw new Error(`the rule ${broken} is not in the catalogue`);
  return context;
}
