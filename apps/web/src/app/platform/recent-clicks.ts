import { HttpClient } from '@angular/common/http';
import { computed, inject, Signal } from '@angular/core';
import { rxResource } from '@angular/core/rxjs-interop';
import { LIMITS, RecentClicks, RecentClicksItem } from '@signpost/contracts';
import { forkJoin, map, Observable, of } from 'rxjs';
import { Connection } from './requests/connection';
import { kept } from './kept';

/** Requests for one list, at most: the rest of a list of thousands goes without lines. */
const MOST_REQUESTS = 5;

/** The small lines of a list: clicks of the last 30 days by id. */
export interface RecentLines {
  readonly isLoading: Signal<boolean>;
  /** Undefined for one that has not come, or did not. */
  get(id: string): RecentClicksItem | undefined;
}

/**
 * Reads the last 30 days of what a list shows, with one request a page, each time that `subjects` is another one. To be called
 * where things can be injected.
 * @param subjects those of the list; none: nothing is asked.
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
