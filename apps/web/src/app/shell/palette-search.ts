import { httpResource } from '@angular/common/http';
import { computed, debounced, inject, linkedSignal, Signal, untracked } from '@angular/core';
import type { Link, LinkPage } from '@signpost/contracts';
import { Connection } from '../platform/requests/connection';
import { bestFirst, linkMatches } from './palette-matches';

const TYPING_PAUSE_MS = 180;
/** More links are requested than shown: an exact match may have fewer clicks than other matches. */
const SEARCHED_LINKS = 50;

/** The links that match what is being typed. */
export interface LinkSearch {
  /** `none` without words; `pending` from the first letter until the response. */
  readonly state: Signal<'none' | 'pending' | 'answered' | 'failed'>;
  /** The best first. While the next ones load, those of the previous words that match the new ones too. */
  readonly links: Signal<readonly Link[]>;
  /** Total number of links that match; 0 while it is unknown. */
  readonly total: Signal<number>;
}

/** Searches links a moment after `words` have changed. Must be called in an injection context. */
export function linkSearch(words: Signal<string>): LinkSearch {
  const connection = inject(Connection);
  const paused = debounced(words, TYPING_PAUSE_MS);
  const resource = httpResource<LinkPage>(() => {
    connection.recovered();
    const q = paused.value();
    const params = { q, perPage: SEARCHED_LINKS, archived: 'all', sort: '-clicks' };
    return q ? { url: '/api/links', params } : undefined;
  });
  const state = computed(() => {
    if (!words()) return 'none';
    if (paused.value() !== words() || resource.isLoading()) return 'pending';
    return resource.hasValue() ? 'answered' : 'failed';
  });
  const answer = computed(() => (state() === 'answered' ? resource.value() : undefined));
  const last = linkedSignal<{ answer: LinkPage | undefined; isPending: boolean }, readonly Link[]>({
    source: () => ({ answer: answer(), isPending: state() === 'pending' }),
    computation: ({ answer: now, isPending }, before) => {
      if (now) return bestFirst(now.items, untracked(words));
      return isPending ? (before?.value ?? []) : [];
    },
  });
  const links = computed(() => (state() === 'pending' ? last().filter((link) => linkMatches(link, words())) : last()));
  return { state, links, total: computed(() => answer()?.total ?? 0) };
}
