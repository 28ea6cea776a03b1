import { HttpClient } from '@angular/common/http';
import { computed, inject, Signal } from '@angular/core';
import { rxResource } from '@angular/core/rxjs-interop';
import { LIMITS, RecentClicks, RecentClicksItem } from '@signpost/contracts';
import { forkJoin, map, Observable, of } from 'rxjs';
import { Connection } from './requests/connection';
import { kept } from './kept';

/** Maximum number of requests for one list: in a list of thousands, later rows get no sparkline. */
const MOST_REQUESTS = 5;

/** The sparklines of a list: clicks of the last 30 days by id. */
export interface RecentLines {
  readonly isLoading: Signal<boolean>;
  /** Undefined while it loads, or when loading failed. */
  get(id: string): RecentClicksItem | undefined;
}

/**
 * Loads the clicks of the last 30 days of all items of a list, one request per page of ids, whenever `subjects`
 * changes. Must be called in an injection context.
 * @param subjects the items of the list; no request for an empty list.
 */
export function recentLines(
  kind: 'links' | 'campaigns',
  subjects: Signal<readonly { readonly id: string }[]>,
): RecentLines {
  const http = inject(HttpClient);
  const connection = inject(Connection);
  const read = (ids: readonly string[]): Observable<RecentClicksItem[]> =>
    http
      .get<RecentClicks>('/api/reports/recent-clicks', { params: { [kind]: ids.join(',') } })
      .pipe(map((answer) => answer[kind]));
  const resource = rxResource({
    params: () => {
      connection.recovered();
      return subjects();
    },
    stream: ({ params }) => {
      const pages = Array.from({ length: MOST_REQUESTS }, (_, page) =>
        params.slice(page * LIMITS.recentClicksIds, (page + 1) * LIMITS.recentClicksIds).map(({ id }) => id),
      ).filter((ids) => ids.length > 0);
      return pages.length === 0 ? of([]) : forkJoin(pages.map(read)).pipe(map((found) => found.flat()));
    },
  });
  const items = kept(resource);
  const byId = computed(() => new Map((items() ?? []).map((item) => [item.id, item])));
  return { isLoading: resource.isLoading, get: (id) => byId().get(id) };
}
