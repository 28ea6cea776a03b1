import { Injectable } from '@nestjs/common';
import { LIMITS, type TopLink } from '@signpost/contracts';
import type { TimeWindow } from '@signpost/domain';
import type { EntityManager } from 'typeorm';
import { packedTotals, SCOPE_KIND, TRAFFIC_CLASS } from '../clicks/index.js';
import { rows } from '../platform/database/index.js';
import { RollupsRepository, type ReportScope, type RollupRow } from './sources/rollups.repository.js';
import { boundLinks, candidates, type LinkBounds } from './top-links.js';
import { isCovered } from './sources/window-counts.js';

/** Number of bytes to read of each stored list for {@link TopLinksService.find}: about a hundred links. */
export const LINK_BYTES = 512;
const WHOLE = 0x7fffffff;

/** Deleted links are not shown, so this many more links are read at first, and all of them if that is not enough. */
const SPARE = 10;

/** The most clicked links of a window; of links with equal clicks the older one comes first. */
@Injectable()
export class TopLinksService {
  constructor(private readonly rollups: RollupsRepository) {}

  /**
   * Top links of a report.
   * @param read the report's rows of the window, with at least {@link LINK_BYTES} of their lists.
   */
  async find(
    db: EntityManager,
    scope: ReportScope,
    window: TimeWindow,
    read: readonly RollupRow[],
  ): Promise<TopLink[]> {
    const bounds = boundLinks(read.filter((row) => isCovered(row, window)));
    for (const count of [LIMITS.topLinks, LIMITS.topLinks + SPARE]) {
      const top = await this.among(db, scope, window, bounds, count);
      if (top !== null) return top;
    }
    const whole = (await this.rollups.read(db, scope, window, WHOLE)).filter((row) => isCovered(row, window));
    return this.shown(db, new Map(boundLinks(whole).links.map((link) => [link.linkNo, link.atLeast])));
  }

  /** The most clicked links; null if a link that is not among the candidates for the first `count` places could be one of them. */
  private async among(
    db: EntityManager,
    scope: ReportScope,
    window: TimeWindow,
    bounds: LinkBounds,
    count: number,
  ): Promise<TopLink[] | null> {
    const found = candidates(bounds, count);
    if (found === null) return null;
    const unsure = found.links.filter((link) => link.atMost > link.atLeast).map((link) => link.linkNo);
    // The links' own rows give their exact clicks; for a campaign only if they have no clicks outside it.
    if (scope.kind === SCOPE_KIND.campaign && !(await this.rollups.areAlone(db, scope, unsure, window))) return null;
    const exact = await this.exactClicks(db, scope.workspaceNo, unsure, window);
    const top = await this.shown(
      db,
      new Map(found.links.map(({ linkNo, atLeast }) => [linkNo, exact.get(linkNo) ?? atLeast])),
    );
    if (bounds.unseen === 0 && found.links.length === bounds.links.length) return top;
    // If deleted links are among the candidates, links that were left out may be in the top list.
    const last = top[LIMITS.topLinks - 1];
    return last !== undefined && last.clicks >= found.least ? top : null;
  }

  private async exactClicks(
    db: EntityManager,
    workspaceNo: number,
    linkNos: readonly number[],
    window: TimeWindow,
  ): Promise<Map<number, number>> {
    if (linkNos.length === 0) return new Map();
    const scope = { workspaceNo, kind: SCOPE_KIND.link, scopeNos: linkNos };
    return clicksByLink(await this.rollups.read(db, scope, window, 0), window);
  }

  /** The ten most clicked links that still exist, as shown. */
  async shown(db: EntityManager, clicks: ReadonlyMap<number, number>): Promise<TopLink[]> {
    const sorted = [...clicks].filter(([, count]) => count > 0).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    const top: TopLink[] = [];
    const step = LIMITS.topLinks + SPARE;
    for (let at = 0; at < sorted.length && top.length < LIMITS.topLinks; at += step) {
      const part = sorted.slice(at, at + step);
      const found = await rows<FoundLink>(
        db,
        'SELECT no, id, slug, title, utm_source, utm_medium, utm_content FROM links WHERE no = ANY ($1::int[]) AND deleted_at IS NULL',
        [part.map(([linkNo]) => linkNo)],
      );
      const byNo = new Map(found.map((link) => [link.no, link]));
      for (const [linkNo, count] of part) {
        const link = byNo.get(linkNo);
        if (link !== undefined) top.push({ ...topLink(link), clicks: count });
      }
    }
    return top.slice(0, LIMITS.topLinks);
  }
}

interface FoundLink {
  readonly no: number;
  readonly id: string;
  readonly slug: string;
  readonly title: string | null;
  readonly utm_source: string | null;
  readonly utm_medium: string | null;
  readonly utm_content: string | null;
}

function topLink({ id, slug, title, utm_source, utm_medium, utm_content }: FoundLink): Omit<TopLink, 'clicks'> {
  return {
    id,
    slug,
    title,
    ...(utm_source === null ? {} : { utmSource: utm_source }),
    ...(utm_medium === null ? {} : { utmMedium: utm_medium }),
    ...(utm_content === null ? {} : { utmContent: utm_content }),
  };
}

/** Clicks by link number, from rows of links. */
function clicksByLink(read: readonly RollupRow[], window: TimeWindow): Map<number, number> {
  const clicks = new Map<number, number>();
  for (const row of read) {
    if (!isCovered(row, window)) continue;
    const count = packedTotals(row.counts)[TRAFFIC_CLASS.click] ?? 0;
    clicks.set(row.scopeNo, (clicks.get(row.scopeNo) ?? 0) + count);
  }
  return clicks;
}
