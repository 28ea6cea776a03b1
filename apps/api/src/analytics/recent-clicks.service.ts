import { Injectable } from '@nestjs/common';
import { LIMITS, problem, type FieldError, type RecentClicks, type RecentClicksItem } from '@signpost/contracts';
import { DAY_MS, parseRange, UUID } from '@signpost/domain';
import { packedTotals, TRAFFIC_CLASS } from '../clicks/index.js';
import type { Member } from '../platform/access/index.js';
import { ApiError } from '../platform/errors/index.js';
import type { QuerySchema } from '../platform/openapi/index.js';
import { Clock } from '../platform/time/index.js';
import { firstOfEach, lostFilters, notUtf8 } from '../platform/validation/index.js';
import { RecentClicksRepository } from './recent-clicks.repository.js';
import type { RawQuery } from './report-query.js';

const DAYS = 30;
const SUBJECTS = ['links', 'campaigns'] as const;
const IDS: QuerySchema = {
  type: 'array',
  items: { type: 'string', format: 'uuid' },
  minItems: 1,
  maxItems: LIMITS.recentClicksIds,
};
/** Query parameters for the document: ids, repeated or separated by commas, {@link LIMITS.recentClicksIds} in total. */
export const RECENT_CLICKS_QUERY = { links: IDS, campaigns: IDS };

/** The small charts in lists: the last 30 days of all subjects on a page, read with one statement. */
@Injectable()
export class RecentClicksService {
  constructor(
    private readonly repository: RecentClicksRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws ApiError 422 naming `links` or `campaigns`. */
  async find(member: Pick<Member, 'workspaceId'>, query: RawQuery): Promise<RecentClicks> {
    const ids = readIds(query);
    const parsed = parseRange({ period: '30d' }, this.clock.now(), null);
    if (!parsed.ok) throw new Error('Thirty days are a period.');
    const { from, to } = parsed.range;
    const found = { links: new Map<string, RecentClicksItem>(), campaigns: new Map<string, RecentClicksItem>() };
    for (const { id, isLink, day, counts } of await this.repository.read(member.workspaceId, ids, { from, to })) {
      const items = found[isLink ? 'links' : 'campaigns'];
      const item = items.get(id) ?? { id, clicks: 0, days: new Array<number>(DAYS).fill(0) };
      items.set(id, item);
      if (day === null || counts === null) continue;
      const clicks = packedTotals(counts)[TRAFFIC_CLASS.click] ?? 0;
      const index = day - from / DAY_MS;
      item.days[index] = (item.days[index] ?? 0) + clicks;
      item.clicks += clicks;
    }
    return {
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      links: inOrder(ids.links, found.links),
      campaigns: inOrder(ids.campaigns, found.campaigns),
    };
  }
}

/** The items in the order of the requested ids. */
function inOrder(ids: readonly string[], found: ReadonlyMap<string, RecentClicksItem>): RecentClicksItem[] {
  return ids.flatMap((id) => found.get(id) ?? []);
}

function readIds(query: RawQuery): Record<(typeof SUBJECTS)[number], string[]> {
  const errors: FieldError[] = [...notUtf8(query, SUBJECTS), ...lostFilters(query, SUBJECTS, [])];
  const ids = { links: [] as string[], campaigns: [] as string[] };
  for (const name of SUBJECTS) {
    const given = ([] as unknown[]).concat(query[name] ?? []);
    const parts = given.flatMap((value) => (typeof value === 'string' ? value.split(',') : [value]));
    const values = parts.filter((part) => typeof part !== 'string' || part.trim() !== '');
    if (!values.every((value): value is string => typeof value === 'string' && UUID.test(value.trim()))) {
      errors.push(problem(name, 'not_id'));
      continue;
    }
    ids[name] = [...new Set(values.map((value) => value.trim().toLowerCase()))];
  }
  const isNothing = SUBJECTS.every((name) => query[name] === undefined);
  if (isNothing && errors.length === 0) errors.push(problem('links', 'required'));
  if (ids.links.length + ids.campaigns.length > LIMITS.recentClicksIds) {
    errors.push(
      problem(ids.links.length > 0 ? 'links' : 'campaigns', 'too_many', { max: LIMITS.recentClicksIds, what: 'ids' }),
    );
  }
  if (errors.length > 0) throw new ApiError('validation_failed', { errors: firstOfEach(errors) });
  return ids;
}
