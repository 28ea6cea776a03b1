/** The parts of a schema that cases are generated from. */
export interface CaseSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly not?: { readonly minimum: number; readonly maximum: number };
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: CaseSchema;
  readonly anyOf?: readonly CaseSchema[];
  readonly properties?: Readonly<Record<string, CaseSchema>>;
  readonly required?: readonly string[];
  readonly propertyNames?: { readonly pattern: string };
  readonly maxProperties?: number;
  readonly minProperties?: number;
  readonly additionalProperties?: CaseSchema | boolean;
}

/** A body that is valid, or invalid in one place. */
export interface BodyCase {
  /** Dotted path of the tested field. */
  readonly field: string;
  readonly body: unknown;
  /** False: one step beyond a rule, which must be refused with an error for the field. */
  readonly isValid: boolean;
}

type Body = Record<string, unknown>;
interface Values {
  readonly valid: readonly unknown[];
  readonly beyond: readonly unknown[];
}

/** Values for a schema without constraints. */
const ANYTHING: Values = { valid: [], beyond: [] };

const UUID = '01890000-0000-7000-8000-00000000';

/**
 * Generates test cases from the request schemas of one document: each limit itself, and one step beyond it.
 * Deterministic.
 */
export class SchemaCases {
  constructor(private readonly schemas: Readonly<Record<string, CaseSchema>>) {}

  /** Every case of a body, derived from a valid one. */
  of(schema: CaseSchema, right: Body): BodyCase[] {
    return this.within(this.resolve(schema), right, '', (part) => part);
  }

  private resolve(schema: CaseSchema): CaseSchema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : this.resolve(this.schemas[decodeURIComponent(name)] ?? {});
  }

  /** @param whole inserts an object of this schema into the complete body. */
  private within(schema: CaseSchema, right: Body, at: string, whole: (part: unknown) => unknown): BodyCase[] {
    const cases: BodyCase[] = [];
    const add = (field: string, part: unknown, isValid: boolean): void => {
      cases.push({ field: at + field, body: whole(part), isValid });
    };
    add('unheardOf', { ...right, unheardOf: 1 }, false);
    if ((schema.minProperties ?? 0) > 0) cases.push({ field: at.slice(0, -1), body: whole({}), isValid: false });
    for (const name of schema.required ?? []) {
      const { [name]: _left, ...rest } = right;
      add(name, rest, false);
    }
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const { valid, beyond } = this.valuesOf(property, right[name]);
      for (const value of valid) add(name, { ...right, [name]: value }, true);
      for (const value of beyond) add(name, { ...right, [name]: value }, false);
      cases.push(...this.inside(property, right[name], `${at}${name}`, (part) => whole({ ...right, [name]: part })));
    }
    return cases;
  }

  /** Cases within an object, the branches of a choice, or the first of a list. */
  private inside(schema: CaseSchema, right: unknown, at: string, whole: (part: unknown) => unknown): BodyCase[] {
    const known = this.resolve(schema);
    const branches = (known.anyOf ?? []).map((branch) => this.resolve(branch)).filter(({ properties }) => properties);
    if (branches.length > 1) {
      return branches.flatMap((branch) =>
        Object.entries(branch.properties ?? {}).flatMap(([name, property]) => {
          const { valid, beyond } = this.valuesOf(property, undefined);
          const put = (part: unknown) => whole({ [name]: part });
          const as = (isValid: boolean) => (value: unknown) => ({ field: `${at}.${name}`, body: put(value), isValid });
          return [
            ...valid.map(as(true)),
            ...beyond.map(as(false)),
            ...this.inside(property, undefined, `${at}.${name}`, put),
          ];
        }),
      );
    }
    const object = branches[0] ?? known;
    if (object.properties !== undefined) {
      return this.within(object, isObject(right) ? right : this.least(object), `${at}.`, whole);
    }
    const item = known.items === undefined ? {} : this.resolve(known.items);
    if (item.properties === undefined) return [];
    const first = Array.isArray(right) && isObject(right[0]) ? right[0] : this.least(item);
    return this.within(item, first, `${at}.0.`, (part) => whole([part]));
  }

  /** The smallest object that is valid. */
  private least({ required = [], properties = {} }: CaseSchema): Body {
    return Object.fromEntries(
      required.map((name) => [name, this.valuesOf(properties[name] ?? {}, undefined).valid[0]]),
    );
  }

  private valuesOf(schema: CaseSchema, right: unknown): Values {
    const known = this.resolve(schema);
    if (known.type === undefined && known.enum === undefined && known.anyOf === undefined) return ANYTHING;
    const choices = (known.anyOf ?? []).map((branch) => this.resolve(branch));
    const types = [known, ...choices].flatMap(({ type }) => type ?? []);
    // Only null itself is valid as null.
    const nulls = types.includes('null') ? { valid: [null], beyond: [] } : { valid: [], beyond: [null] };
    const values = this.typed(known, choices, types, right);
    return { valid: [...values.valid, ...nulls.valid], beyond: [...values.beyond, ...nulls.beyond] };
  }

  private typed(known: CaseSchema, choices: readonly CaseSchema[], types: readonly string[], right: unknown): Values {
    const words = known.enum ?? choices.flatMap((choice) => choice.const ?? choice.enum ?? []);
    if (words.length > 0) return { valid: words.filter((word) => word !== null), beyond: ['unheard-of', {}] };
    if (types.includes('boolean')) return { valid: [false], beyond: ['yes', 1] };
    if (types.includes('integer')) return numbers(known);
    if (types.includes('array')) return this.lists(known, right);
    if (types.includes('string')) return texts(known);
    const object = [known, ...choices.filter(({ $ref }) => $ref !== undefined)].find(({ type }) => type === 'object');
    if (object?.propertyNames !== undefined) return maps(object);
    return { valid: [], beyond: ['text', []] };
  }

  private lists({ items = {}, minItems = 0, maxItems }: CaseSchema, right: unknown): Values {
    const item = this.resolve(items);
    const given: unknown = Array.isArray(right) ? right[0] : undefined;
    const some = (count: number) => Array.from({ length: count }, (_, index) => this.numbered(item, given, index));
    const inner = item.properties === undefined ? texts(item) : { valid: [], beyond: ['text', []] };
    return {
      valid: [some(Math.max(minItems, 1)), ...(maxItems === undefined ? [] : [some(maxItems)])],
      beyond: [
        {},
        'text',
        ...(minItems > 0 ? [some(minItems - 1)] : []),
        ...(maxItems === undefined ? [] : [some(maxItems + 1)]),
        ...inner.beyond.map((value) => [value]),
      ],
    };
  }

  /** Items that differ in their first required property. */
  private numbered(item: CaseSchema, given: unknown, index: number): unknown {
    if (item.properties === undefined) {
      return item.format === 'uuid'
        ? `${UUID}${1000 + index}`
        : `a${index}${item.pattern?.includes('.') ? '.example' : ''}`;
    }
    const [key = ''] = item.required ?? [];
    const isNumber = this.resolve(item.properties[key] ?? {}).type === 'integer';
    const { slug: _taken, ...base } = isObject(given) ? given : this.least(item);
    return { ...base, [key]: isNumber ? index + 1 : `k${index}` };
  }
}

function numbers({ minimum, maximum, not }: CaseSchema): Values {
  return {
    valid: [
      ...[minimum, maximum].filter((bound) => bound !== undefined),
      ...(not ? [not.minimum - 1, not.maximum + 1] : []),
    ],
    beyond: [
      1.5,
      'text',
      ...(minimum === undefined ? [] : [minimum - 1]),
      ...(maximum === undefined ? [] : [maximum + 1]),
      ...(not ? [not.minimum, not.maximum] : []),
    ],
  };
}

/** Values such that each pattern refuses at least one of them. */
const ODD = ['a b', 'no/slug', ' ', ',', '-', '//evil', 'ftp://example.com', 'not-an-id'];

/** With a control character, which only a text without any rule may have. */
const CONTROL = 'a.example/\u0001';

function texts({ format, pattern, minLength = 0, maxLength }: CaseSchema): Values {
  if (format === 'uuid') return { valid: [`${UUID}0001`], beyond: ['not-an-id', 5, {}] };
  if (format === 'email')
    return { valid: ['sam@example.com'], beyond: ['nobody', 'a'.repeat(maxLength ?? 300), 5, {}] };
  if (format === 'date') return { valid: ['2026-11-21'], beyond: ['2026-13-41', 5, {}] };
  const fits = (text: string) => pattern === undefined || new RegExp(pattern, 'u').test(text);
  const long = (length: number): string[] =>
    ['', '/', 'https://example.com/', `${UUID}0001`]
      .map((begin) => begin + 'a'.repeat(Math.max(0, length - begin.length)))
      .filter((text) => text.length === length && fits(text))
      .slice(0, 1);
  const isFree = pattern === undefined && maxLength === undefined && minLength === 0;
  const odd = ODD.find((text) => !fits(text) && text.length >= minLength && text.length <= (maxLength ?? Infinity));
  return {
    valid: [...long(Math.max(minLength, 1)), ...(maxLength === undefined ? [] : long(maxLength))],
    beyond: [
      5,
      {},
      ...(minLength > 0 ? [minLength === 1 ? '' : 'a'.repeat(minLength - 1)] : []),
      ...(maxLength === undefined ? [] : ['a'.repeat(maxLength + 1)]),
      ...(odd === undefined ? [] : [odd]),
      ...(isFree ? [] : [CONTROL]),
    ],
  };
}

const TARGET = 'https://example.com/target';

/** Objects with patterned keys: the countries of a targeting are the only kind. */
function maps({ maxProperties = 1 }: CaseSchema): Values {
  const countries = ['AD', 'AE', 'AF', 'AG', 'AI', 'AL', 'AM', 'AO', 'AQ', 'AR', 'AS', 'AT', 'AU', 'AW', 'AX', 'AZ'];
  const more = ['BA', 'BB', 'BD', 'BE', 'BF', 'BG', 'BH', 'BI', 'BJ'];
  const some = (count: number) =>
    Object.fromEntries([...countries, ...more].slice(0, count).map((key) => [key, TARGET]));
  return {
    valid: [some(1), some(maxProperties)],
    beyond: ['text', [], some(maxProperties + 1), { Germany: TARGET }, { DE: 5 }, { DE: 'ftp://example.com' }],
  };
}

function isObject(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
