import { SetMetadata, type Type } from '@nestjs/common';
import { problem, type FieldError } from '@signpost/contracts';
import { trimmed } from '@signpost/domain';
import { getMetadataStorage } from 'class-validator';

const FILTERS = 'signpost:filters';

/** Marks a class as filters of a query: a filter that is present must not be empty, except those named. */
export const Filters = (...mayBeEmpty: string[]): ClassDecorator => SetMetadata(FILTERS, mayBeEmpty);

/** The filters of a {@link Filters} class that may be empty; null for another class. */
export function emptyAllowedOf(type: object): readonly string[] | null {
  return (Reflect.getMetadata(FILTERS, type) as readonly string[] | undefined) ?? null;
}

/** The field names of a class of filters. */
export function filterNames(type: Type): readonly string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))];
}

/** The filter of a key with brackets, such as `tags` for `tags[0]`; undefined for a key without brackets. */
export const bracketedFilter = (key: string): string | undefined => /^([^[\]]+)\[.*\]$/.exec(key)?.[1];

/**
 * Problems of filters that would be ignored although the client meant to filter, so that it would get everything: known filters
 * without a value, as from an empty shell variable, and known filters in the bracket notation of some clients.
 * @param given the query as received, or the filter of a body.
 * @param at dotted path of the filter in a body, with a trailing dot.
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
    // In a body, null is probably a value that the client does not have, not a request for all links.
    if (value === null) return [problem(at + key, 'empty_filter')];
    if (!known.includes(key) || mayBeEmpty.includes(key) || !isEmpty(value)) return [];
    return [problem(at + key, 'empty_filter')];
  });
}

/** Whether all parts are empty. Empty parts next to others are dropped. A body may contain an empty list. */
function isEmpty(value: unknown): boolean {
  const parts: unknown[] = Array.isArray(value) ? value : [value];
  return parts.every((part) => typeof part === 'string' && trimmed(part.replaceAll(',', ' ')) === '');
}
