import { linkedSignal, Resource, ResourceStatus, Signal } from '@angular/core';
import { toProblem } from './requests/problem';

/**
 * The latest value of a resource, kept while the next one loads, so that paging and filtering do not flicker. It is not
 * kept for another `key`: an item must not be shown, and acted upon, under the address of another one. After a failure
 * it is kept only where the same request was repeated and the server is unavailable, which the shell reports, and where
 * the session has ended: the page is left, unless it has unsaved input. A value for which `isAnswer` is false is
 * skipped.
 */
export function kept<T>(
  resource: Resource<T | undefined>,
  key: () => string = () => '',
  isAnswer: (value: T) => boolean = () => true,
): Signal<T | undefined> {
  return linkedSignal<{ value: T | undefined; key: string; status: ResourceStatus }, T | undefined>({
    source: () => {
      const value = resource.hasValue() ? resource.value() : undefined;
      return {
        value: value !== undefined && isAnswer(value) ? value : undefined,
        key: key(),
        status: resource.status(),
      };
    },
    computation: (now, before) => {
      if (now.value !== undefined) return now.value;
      if (before?.source.key !== now.key) return undefined;
      const error = resource.error();
      const code = error && toProblem(error).code;
      const isKept =
        !error || code === 'unauthenticated' || (before.source.status === 'reloading' && isUnavailable(code));
      return isKept ? before.value : undefined;
    },
  });
}

function isUnavailable(code: string | undefined): boolean {
  return code === 'offline' || code === 'database_unavailable';
}
