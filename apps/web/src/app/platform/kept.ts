import { linkedSignal, Resource, Signal } from '@angular/core';

/**
 * The newest value of a resource that stays while the next one loads, so that paging and filtering do not flicker. With
 * another `key` it does not stay: one thing must not be shown, and acted upon, under the address of another. A value that
 * is no answer, since something else is asked instead, is passed over.
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
