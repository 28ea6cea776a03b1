import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { LinkSort, LinkStatus } from '@signpost/contracts';
import { ID_WORDS, type LinkColumns } from './link-columns.js';
import type { LinkOrder } from './link-orders.js';
import { isText, storedForm, type SelectionScope } from './link-selection.js';
import type { LinkFilterDto } from './links-list.dto.js';
import { FLAG, timeOf } from './packed-facts.js';

/** What a filter names, as the database knows it. */
export interface Named {
  /** `q` in small letters; empty where nothing is searched for. */
  readonly words: string;
  /** Null for a tag that does not exist. */
  readonly tagIds: readonly (string | null)[];
  /** The workspace's active members, where links without one are asked for. */
  readonly memberIds: readonly string[];
}

/** The links that are meant: a mark of 1 at their places, until the next ones are found. */
export interface Found {
  readonly marks: Uint8Array;
  readonly total: number;
}

/** What has to be true of the link at a place. */
type Condition = (place: number) => boolean;

/** Places that are gone through together. */
const STRIP = 8192;
/** After so long somebody else has the thread; redirects are waiting. */
const TURN_MS = 1;

/**
 * Goes through all links of a workspace, in turns with whatever else the thread has to do: the columns must not change
 * until it has answered. It means what {@link selectLinks} means; a database test holds the two together.
 */
export async function findPlaces(
  columns: LinkColumns,
  scope: SelectionScope,
  filter: LinkFilterDto,
  named: Named,
): Promise<Found> {
  const marks = columns.noMarks();
  const conditions = conditionsOf(columns, scope, filter, named);
  let total = 0;
  if (conditions === null) return { marks, total };
  const places = new Int32Array(STRIP);
  let since = performance.now();
  for (let from = 0; from < columns.size; from += STRIP) {
    if (performance.now() - since > TURN_MS) {
      await setImmediate();
      since = performance.now();
    }
    let count = Math.min(STRIP, columns.size - from);
    for (let n = 0; n < count; n += 1) places[n] = from + n;
    for (const isMet of conditions) count = keep(places, count, isMet);
    if (named.words !== '') count = columns.texts.keep(named.words, places, count);
    for (let n = 0; n < count; n += 1) marks[places[n] ?? 0] = 1;
    total += count;
  }
  return { marks, total };
}

/** Leaves only the places that meet a condition, in front, and answers how many they are. */
function keep(places: Int32Array, count: number, isMet: Condition): number {
  let kept = 0;
  for (let n = 0; n < count; n += 1) {
    const place = places[n] ?? 0;
    if (!isMet(place)) continue;
    places[kept] = place;
    kept += 1;
  }
  return kept;
}

/** Which order of the columns a sort is, and from which end. */
export const ORDER_OF: Readonly<Record<LinkSort, readonly [order: LinkOrder, end: 'first' | 'last']>> = {
  createdAt: ['created', 'first'],
  '-createdAt': ['created', 'last'],
  clicks: ['clicks', 'first'],
  '-clicks': ['clicks', 'last'],
  title: ['title', 'first'],
  expiresAt: ['expires', 'first'],
};

/** The marked places of a page. */
export function cutPage(
  places: Int32Array,
  end: 'first' | 'last',
  { marks, total }: Found,
  limit: number,
  offset: number,
): number[] {
  const page: number[] = [];
  const step = end === 'first' ? 1 : -1;
  let at = end === 'first' ? 0 : places.length - 1;
  for (let passed = 0; passed < Math.min(total, offset + limit); at += step) {
    const place = places[at] ?? 0;
    if (marks[place] !== 1) continue;
    if (passed >= offset) page.push(place);
    passed += 1;
  }
  return page;
}

/** Those that are judged the fastest come first. Null where nothing can be meant. */
function conditionsOf(
  columns: LinkColumns,
  scope: SelectionScope,
  filter: LinkFilterDto,
  { tagIds, memberIds }: Named,
): Condition[] | null {
  const { codes } = columns;
  const now = timeOf(scope.now.getTime());
  const conditions = [flagsCondition(columns, filter), ...timesConditions(columns, filter.status, now)];
  if (isText(filter.campaignId)) {
    const code = codes.find(filter.campaignId);
    if (code === null) return null;
    conditions.push((place) => columns.campaigns[place] === code);
  }
  if (isText(filter.createdBy)) {
    const user = filter.createdBy.toLowerCase();
    const code = codes.find(user === 'me' ? scope.userId : user);
    if (code === null) return null;
    conditions.push((place) => columns.creators[place] === code);
  }
  if (filter.needsReview === 'true') {
    const isMember = codes.marksOf(memberIds);
    conditions.push((place) => isMember[columns.responsible[place] ?? 0] !== 1 || (columns.reviews[place] ?? 0) <= now);
  }
  for (const id of tagIds) {
    const code = id === null ? null : codes.find(id);
    if (code === null) return null;
    conditions.push((place) => columns.tags.has(place, code));
  }
  if (isText(filter.destination)) conditions.push(destinationCondition(columns, filter.destination));
  return conditions;
}

/** All that is said by flags, in one comparison. */
function flagsCondition(columns: LinkColumns, { archived = 'false', status }: LinkFilterDto): Condition {
  let [asked, wanted] = [FLAG.present, FLAG.present];
  const ask = (flag: number, isSet: boolean): void => {
    asked |= flag;
    if (isSet) wanted |= flag;
  };
  if (archived !== 'all') ask(FLAG.archived, archived === 'true');
  if (status !== undefined) ask(FLAG.enabled, status !== 'disabled');
  if (status === 'limit_reached') ask(FLAG.atCap, true);
  if (status === 'active' || status === 'scheduled') ask(FLAG.atCap, false);
  return (place) => ((columns.flags[place] ?? 0) & asked) === wanted;
}

/** What states say of times. The order of states is that of linkStatus in libs/domain. */
function timesConditions(columns: LinkColumns, status: LinkStatus | undefined, now: number): Condition[] {
  const isOver: Condition = (place) => (columns.expires[place] ?? 0) <= now;
  const isOpen: Condition = (place) => (columns.expires[place] ?? 0) > now;
  switch (status) {
    case undefined:
    case 'disabled':
      return [];
    case 'expired':
      return [isOver];
    case 'limit_reached':
      return [isOpen];
    case 'scheduled':
      return [isOpen, (place) => (columns.starts[place] ?? 0) > now];
    case 'active':
      return [isOpen, (place) => (columns.starts[place] ?? 0) <= now];
  }
}

/** Compared by as much of its SHA-256 as no two addresses share. */
function destinationCondition(columns: LinkColumns, destination: string): Condition {
  const hash = createHash('sha256').update(storedForm(destination)).digest();
  const words = Array.from({ length: ID_WORDS }, (_, word) => hash.readUInt32BE(word * 4));
  return (place) => words.every((word, n) => columns.destinations[place * ID_WORDS + n] === word);
}
