import { problem, ruleText, type FieldError, type RuleName, type RuleParams } from '@signpost/contracts';
import { plainToInstance, type ClassConstructor } from 'class-transformer';
import { validateSync, type ValidationError, type ValidationOptions } from 'class-validator';

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
  const input = plainToInstance(type, value);
  const forbidNonWhitelisted = unknown === 'unknown keys are problems';
  return { input, errors: fieldErrors(validateSync(input, { whitelist: true, forbidNonWhitelisted })) };
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
