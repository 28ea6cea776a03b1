import { linkedSignal, Resource, Signal } from '@angular/core';

/**
 * The latest value of a resource, kept while the next one loads, so that paging and filtering do not flicker. It is not
 * kept for another `key`: an item must not be shown, and acted upon, under the address of another one. A value for
 * which `isAnswer` is false is skipped.
 */
export function kept<T>(
  resource: Resource<T | undefined>,
  key: () => string = () => '',
  isAnswer: (value: T) => boolean = () => true,
): Signal<T | undefined> {
  return linkedSignal<{ value: T | undefined; key: string }, T | undefined>({
    source: () => {
      const value = resource.hasValue() ? resource.value() : undefined;
      return { value: value !== undefined && isAnswer(value) ? value : undefined, key: key() };
    },
    computation: (now, before) => {
      if (now.value !== undefined) return now.value;
      return resource.error() || before?.source.key !== now.key ? undefined : before.value;
    },
  });
}
