import { HttpResourceRef } from '@angular/common/http';
import { computed, inject, linkedSignal, Signal } from '@angular/core';
import type { LinkPage } from '@signpost/contracts';
import { I18n } from '../../../platform/words/i18n';

interface Found {
  readonly conditions: string;
  readonly total: number | null;
}

/**
 * How many links were found, for a status. Empty while the answer to other conditions is on its way: the same words again
 * would be silence. To be called where services can be injected.
 */
export function foundNews(conditions: () => string, resource: HttpResourceRef<LinkPage | undefined>): Signal<string> {
  const i18n = inject(I18n);
  const found = linkedSignal<Found, Found>({
    source: () => ({ conditions: conditions(), total: resource.hasValue() ? resource.value().total : null }),
    // Under the same conditions the list is only read again, or another page of it.
    computation: (now, before) =>
      now.total === null && before?.value.conditions === now.conditions ? before.value : now,
  });
  return computed(() => {
    const { total } = found();
    return total === null ? '' : i18n.tn('links.found', total);
  });
}
