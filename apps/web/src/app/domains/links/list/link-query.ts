import {
  HEALTH_STATES,
  HealthState,
  LIMITS,
  LINK_SORTS,
  LINK_STATUSES,
  LinkFilter,
  LinkSort,
  LinkStatus,
} from '@signpost/contracts';
import { midnightOf } from '@signpost/domain';

/** The state of the list in the URL: all parts are optional, so that a plain `/links` is the default. */
export interface LinkQuery {
  readonly q: string;
  readonly status: LinkStatus | '';
  readonly tags: readonly string[];
  readonly campaignId: string;
  readonly createdBy: string;
  /** Days of creation (UTC), such as 2026-11-21; the last day is included. */
  readonly createdFrom: string;
  readonly createdTo: string;
  /** `me`, `none` or an id. */
  readonly responsible: string;
  /** Whole numbers of clicks, as digits. */
  readonly minClicks: string;
  readonly maxClicks: string;
  readonly destination: string;
  readonly archived: '' | 'true' | 'all';
  readonly needsReview: boolean;
  readonly health: HealthState | '';
  readonly sort: LinkSort;
  readonly page: number;
}

/** Query parameters as the router provides them. */
export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Reads the URL; invalid values are ignored. */
export function readQuery(raw: RawQuery): LinkQuery {
  const one = (key: string): string => {
    const value = raw[key];
    return typeof value === 'string' ? value : (value?.[0] ?? '');
  };
  const tags = raw['tags'];
  const page = Number(one('page'));
  return {
    q: one('q'),
    status: LINK_STATUSES.find((status) => status === one('status')) ?? '',
    tags: (typeof tags === 'string' ? tags.split(',') : (tags ?? [])).filter((name) => name !== ''),
    campaignId: one('campaignId'),
    createdBy: one('createdBy'),
    createdFrom: dayOf(one('createdFrom')),
    createdTo: dayOf(one('createdTo')),
    responsible: one('responsible'),
    minClicks: digitsOf(one('minClicks')),
    maxClicks: digitsOf(one('maxClicks')),
    destination: one('destination'),
    archived: one('archived') === 'true' || one('archived') === 'all' ? (one('archived') as 'true' | 'all') : '',
    needsReview: one('needsReview') === 'true',
    health: HEALTH_STATES.find((state) => state === one('health')) ?? '',
    sort: LINK_SORTS.find((sort) => sort === one('sort')) ?? '-createdAt',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** The URL parameters of a query: only what differs from the default. Null removes a parameter. */
export function writeQuery(query: LinkQuery): Record<string, string | null> {
  return {
    q: query.q || null,
    status: query.status || null,
    tags: query.tags.join(',') || null,
    campaignId: query.campaignId || null,
    createdBy: query.createdBy || null,
    createdFrom: query.createdFrom || null,
    createdTo: query.createdTo || null,
    responsible: query.responsible || null,
    minClicks: query.minClicks || null,
    maxClicks: query.maxClicks || null,
    destination: query.destination || null,
    archived: query.archived || null,
    needsReview: query.needsReview ? 'true' : null,
    health: query.health || null,
    sort: query.sort === '-createdAt' ? null : query.sort,
    page: query.page > 1 ? String(query.page) : null,
  };
}

/** The URL parameters of a query that are set. */
export function setParams(query: LinkQuery): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(writeQuery(query)).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

/** The same as parameters of `GET /api/links`. */
export function apiParams(query: LinkQuery, perPage: number): Readonly<Record<string, string | number>> {
  return { ...setParams(query), perPage };
}

/** The same as the filter of a bulk request. */
export function bulkFilter(query: LinkQuery): LinkFilter {
  const filter: LinkFilter = {};
  if (query.q) filter.q = query.q;
  if (query.status) filter.status = query.status;
  if (query.tags.length) filter.tags = [...query.tags];
  if (query.campaignId) filter.campaignId = query.campaignId;
  if (query.createdBy) filter.createdBy = query.createdBy;
  if (query.createdFrom) filter.createdFrom = query.createdFrom;
  if (query.createdTo) filter.createdTo = query.createdTo;
  if (query.responsible) filter.responsible = query.responsible;
  if (query.minClicks) filter.minClicks = Number(query.minClicks);
  if (query.maxClicks) filter.maxClicks = Number(query.maxClicks);
  if (query.destination) filter.destination = query.destination;
  if (query.archived) filter.archived = query.archived;
  if (query.needsReview) filter.needsReview = 'true';
  if (query.health) filter.health = query.health;
  return filter;
}

/** A calendar date; empty when it is invalid. */
function dayOf(text: string): string {
  return midnightOf(text) === null ? '' : text;
}

/** A whole number that the list accepts; empty when it is invalid. */
export function digitsOf(text: string): string {
  return /^\d+$/.test(text) && Number(text) <= LIMITS.clicksFilterMax ? text : '';
}

/** Whether any condition is active; sorting and paging are not. */
export function isFiltered(query: LinkQuery): boolean {
  return Object.keys(bulkFilter(query)).length > 0;
}
