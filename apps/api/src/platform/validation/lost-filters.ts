import { SetMetadata, type Type } from '@nestjs/common';
import { problem, type FieldError } from '@signpost/contracts';
import { trimmed } from '@signpost/domain';
import { getMetadataStorage } from 'class-validator';

const FILTERS = 'signpost:filters';

/** Filters of a query: each that is given must say something, but for those named. */
export const Filters = (...mayBeEmpty: string[]): ClassDecorator => SetMetadata(FILTERS, mayBeEmpty);

/** What a class of {@link Filters} lets be empty; null for another class. */
export function emptyAllowedOf(type: object): readonly string[] | null {
  return (Reflect.getMetadata(FILTERS, type) as readonly string[] | undefined) ?? null;
}

/** The fields of a class of filters. */
export function filterNames(type: Type): readonly string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))];
}

/** The filter that a key in brackets means, such as `tags` of `tags[0]`; undefined for a key without brackets. */
export const bracketedFilter = (key: string): string | undefined => /^([^[\]]+)\[.*\]$/.exec(key)?.[1];

/**
 * Filters that a client meant and that would be lost, so that it would get everything: known ones without a value, as an
 * empty shell variable leaves them, and known ones in the brackets that some clients write lists with.
 * @param given the query as received, or the filter of a body.
 * @param at dotted path of the filter in a body, with its dot.
 */
export function lostFilters(
  given: Readonly<Record<string, unknown>>,
  known: readonly string[],
  mayBeEmpty: readonly string[],
  at = '',
): FieldError[] {
  return Object.entries(given).flatMap(([key, value]) => {
    const name = bracketedFilter(key);
    if (name !== undefined && known.includes(name)) return [problem(at + name, 'bracketed_key', { key: name })];
    // In a body: whoever sends a value that they do not have means no other links for it.
    if (value === null) return [problem(at + key, 'empty_filter')];
    if (!known.includes(key) || mayBeEmpty.includes(key) || !isEmpty(value)) return [];
    return [problem(at + key, 'empty_filter')];
  });
}

/** Empty parts beside filled ones are no loss: they are dropped. A body may hold a list without any. */
function isEmpty(value: unknown): boolean {
  const parts: unknown[] = Array.isArray(value) ? value : [value];
  return parts.every((part) => typeof part === 'string' && trimmed(part.replaceAll(',', ' ')) === '');
}
