import { problem, ruleText, type FieldError, type RuleName, type RuleParams } from '@signpost/contracts';
import { plainToInstance, type ClassConstructor } from 'class-transformer';
import { validateSync, type ValidationError, type ValidationOptions } from 'class-validator';

/** What a broken rule of class-validator is in our catalogue. */
interface RuleContext {
  readonly rule: RuleName;
  readonly params?: RuleParams;
}

/** Options of a decorator of class-validator: which rule of the catalogue it stands for. */
export function says(rule: RuleName, params?: RuleParams): ValidationOptions {
  const context: RuleContext = { rule, ...(params === undefined ? {} : { params }) };
  return { message: ruleText(rule, params), context };
}

/** A checked input, or every problem that it has; `input` is only fit for use without problems. */
export interface CheckedInput<Input> {
  readonly input: Input;
  readonly errors: FieldError[];
}

/**
 * Checks a plain value against its DTO outside the request pipe: rows of a batch or of a file, each with its own
 * verdict. Unknown keys are problems, or left out.
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

/** Rules about the kind of a value: where one fails, what the others say about the value is noise. */
const KIND_RULES: ReadonlySet<string> = new Set(['isText', 'isString', 'isInt', 'isBoolean', 'isArray', 'isObject']);

/** Problems by the dotted path of their field, one each: the plainest. */
function fieldErrors(errors: readonly ValidationError[], parent = ''): FieldError[] {
  return errors.flatMap((error) => {
    const field = parent === '' ? error.property : `${parent}.${error.property}`;
    const broken = plainest(error);
    const own = broken === null ? [] : [problem(field, broken.rule, broken.params)];
    // What is within a value of the wrong kind says nothing more.
    return broken?.rule === 'not_object' ? own : [...own, ...fieldErrors(error.children ?? [], field)];
  });
}

function plainest({ value, constraints = {}, contexts = {} }: ValidationError): RuleContext | null {
  const names = Object.keys(constraints);
  const broken = names.find((name) => KIND_RULES.has(name)) ?? names[0];
  if (broken === undefined) return null;
  if (broken === 'whitelistValidation') return { rule: 'unknown_field' };
  // What class-validator says of an element that is no object.
  if (broken === 'nestedValidation') return { rule: 'not_object' };
  if (value === undefined) return { rule: 'required' };
  const context = contexts[broken] as RuleContext | undefined;
  if (context === undefined) throw new Error(`the rule ${broken} is not in the catalogue`);
  return context;
}
