import { HttpResourceRef } from '@angular/common/http';
import { computed, inject, linkedSignal, Signal } from '@angular/core';
import type { LinkPage } from '@signpost/contracts';
import { I18n } from '../../../platform/words/i18n';

interface Found {
  readonly conditions: string;
  readonly total: number | null;
}

/**
 * Number of found links for a status element. Empty while the response to new conditions loads, because an unchanged
 * text is not announced again. Must be called in an injection context.
 */
export function foundNews(conditions: () => string, resource: HttpResourceRef<LinkPage | undefined>): Signal<string> {
  const i18n = inject(I18n);
  const found = linkedSignal<Found, Found>({
    source: () => ({ conditions: conditions(), total: resource.hasValue() ? resource.value().total : null }),
    // With unchanged conditions, the list is only reloaded or paged: the text stays.
    computation: (now, before) =>
      now.total === null && before?.value.conditions === now.conditions ? before.value : now,
  });
  return computed(() => {
    const { total } = found();
    return total === null ? '' : i18n.tn('links.found', total);
  });
}
