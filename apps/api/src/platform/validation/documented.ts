import type { Type } from '@nestjs/common';
import { LIMITS } from '@signpost/contracts';
import { CONTROL_CHARACTERS } from '@signpost/domain';

const RULES = 'signpost:documented-rules';
const PARTS = 'signpost:documented-parts';

/** Rules of a field as JSON Schema. */
export type DocumentedRules = Readonly<Record<string, unknown>>;

/**
 * Documents a rule that the domain checks: addresses, slugs and hosts are validated after the DTO, whose own bounds only reject
 * extreme values. Tests compare the document with the domain.
 */
export function Documented(rules: DocumentedRules): PropertyDecorator {
  return (target, name) => {
    Reflect.defineMetadata(RULES, { ...documentedRules(target, name), ...rules }, target, name);
  };
}

/** Documents the class that validates a nested object, or each item of a list. */
export function Parts(type: () => Type): PropertyDecorator {
  return (target, name) => {
    Reflect.defineMetadata(PARTS, type, target, name);
  };
}

/** The rules added by {@link Documented} to a field; `target` is the prototype of its class. */
export function documentedRules(target: object, name: string | symbol): DocumentedRules {
  return (Reflect.getMetadata(RULES, target, name) as DocumentedRules | undefined) ?? {};
}

/** The class added by {@link Parts}; null if there is none. */
export function partsOf(target: object, name: string): Type | null {
  return (Reflect.getMetadata(PARTS, target, name) as (() => Type) | undefined)?.() ?? null;
}

/** With or without a scheme, or empty for none. JSON Schema has no flag for case-insensitive patterns. */
const URL_PATTERN = `^$|^\\s*(?:[Hh][Tt][Tt][Pp][Ss]?://|[^\\s:/?#@]+(?::\\d{1,5})?(?:[/?#]|\\s*$))[^${CONTROL_CHARACTERS.plain}]*$`;
const SLUG_PATTERN = '^$|^[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?$';

/** A destination URL, which the domain validates. */
export const DocumentedUrl = () => Documented({ maxLength: LIMITS.destinationLength, pattern: URL_PATTERN });
/** The slug of a link, which the domain validates. */
export const DocumentedSlug = () => Documented({ maxLength: LIMITS.slugLength, pattern: SLUG_PATTERN });
