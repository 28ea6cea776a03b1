import type { Type } from '@nestjs/common';
import { LIMITS } from '@signpost/contracts';

const RULES = 'signpost:documented-rules';
const PARTS = 'signpost:documented-parts';

/** Rules of a field in the words of JSON Schema. */
export type DocumentedRules = Readonly<Record<string, unknown>>;

/**
 * Tells the document which rule the domain has for a field: those of addresses, slugs and hosts are checked behind the
 * DTO, whose own bounds only keep what nobody can mean from being read. Tests hold the two together.
 */
export function Documented(rules: DocumentedRules): PropertyDecorator {
  return (target, name) => {
    Reflect.defineMetadata(RULES, { ...documentedRules(target, name), ...rules }, target, name);
  };
}

/** Tells the document which class checks an object within a field, or each of a list. */
export function Parts(type: () => Type): PropertyDecorator {
  return (target, name) => {
    Reflect.defineMetadata(PARTS, type, target, name);
  };
}

/** What {@link Documented} says of a field; `target` is the prototype of its class. */
export function documentedRules(target: object, name: string | symbol): DocumentedRules {
  return (Reflect.getMetadata(RULES, target, name) as DocumentedRules | undefined) ?? {};
}

/** The class that {@link Parts} names; null where there is none. */
export function partsOf(target: object, name: string): Type | null {
  return (Reflect.getMetadata(PARTS, target, name) as (() => Type) | undefined)?.() ?? null;
}

/** With or without a scheme, or empty for none. JSON Schema has no flag for letters of either case. */
const URL_PATTERN = '^$|^\\s*(?:[Hh][Tt][Tt][Pp][Ss]?://|[^\\s:/?#@]+(?::\\d{1,5})?(?:[/?#]|\\s*$))';
const SLUG_PATTERN = '^$|^[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?$';

/** The address of a destination, which the domain checks. */
export const DocumentedUrl = () => Documented({ maxLength: LIMITS.destinationLength, pattern: URL_PATTERN });
/** The slug of a link, which the domain checks. */
export const DocumentedSlug = () => Documented({ maxLength: LIMITS.slugLength, pattern: SLUG_PATTERN });
