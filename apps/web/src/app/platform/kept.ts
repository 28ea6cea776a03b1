import { HttpResourceRef } from '@angular/common/http';
import { linkedSignal, Signal } from '@angular/core';

/** The newest value of a resource that stays while the next one loads, so that paging and filtering do not flicker. */
export function kept<T>(resource: HttpResourceRef<T | undefined>): Signal<T | undefined> {
  return linkedSignal<T | undefined, T | undefined>({
    source: () => (resource.hasValue() ? resource.value() : undefined),
    computation: (value, previous) => value ?? (resource.error() ? undefined : previous?.value),
  });
}
