import { Injectable } from '@nestjs/common';
import type { RecentClicks, RecentClicksItem } from '@signpost/contracts';
import { DAY_MS, parseRange } from '@signpost/domain';
import { packedTotals, TRAFFIC_CLASS } from '../clicks/index.js';
import type { Member } from '../platform/access/index.js';
import { failField } from '../platform/errors/index.js';
import { Clock } from '../platform/time/index.js';
import { RecentClicksRepository } from './recent-clicks.repository.js';

const DAYS = 30;

/** The small charts in lists: the last 30 days of all subjects on a page, read with one statement. */
@Injectable()
export class RecentClicksService {
  constructor(
    private readonly repository: RecentClicksRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws ApiError 422 naming `links` if neither are given. */
  async find(
    member: Pick<Member, 'workspaceId'>,
    { links, campaigns }: { links?: string[]; campaigns?: string[] },
  ): Promise<RecentClicks> {
    if (links === undefined && campaigns === undefined) failField('links', 'required');
    const ids = { links: links ?? [], campaigns: campaigns ?? [] };
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
