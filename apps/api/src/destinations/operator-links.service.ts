import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS, type OperatorLink, type OperatorLinkList, type QuarantineAuthority } from '@signpost/contracts';
import type { DataSource } from 'typeorm';
import { firstRow, rows } from '../platform/database/index.js';
import { fail } from '../platform/errors/index.js';
import { RedirectInvalidator } from '../redirect/index.js';
import { WorkspaceViews } from '../workspaces/index.js';
import { DefaultDestinations } from './default-destinations.service.js';
import { isAt, leadsTo, walkLinks, type LinkUrls } from './link-walk.js';
import { QuarantineService } from './quarantine.service.js';

interface OperatorLinkRow {
  id: string;
  slug: string;
  destination_url: string;
  quarantined_by: QuarantineAuthority | null;
  quarantine_reason: string | null;
  created_at: Date;
  workspace_id: string;
  workspace_slug: string;
  workspace_name: string;
  link_prefix: string | null;
}

/** Links of all workspaces by destination, for the operator of the instance. */
@Injectable()
export class OperatorLinksService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly quarantine: QuarantineService,
    private readonly defaults: DefaultDestinations,
    private readonly redirect: RedirectInvalidator,
    private readonly views: WorkspaceViews,
  ) {}

  /** Links to a host or its subdomains; without a host, all quarantined links. */
  async list(host: string | null): Promise<OperatorLinkList> {
    if (host === null) return this.listStopped();
    // Ids increase with time, so the newest come last.
    let newest: string[] = [];
    let total = 0;
    for await (const links of this.leadingTo(host)) {
      const live = links.filter((link) => !link.is_trashed);
      newest = [...newest, ...live.map(({ id }) => id)].slice(-LIMITS.operatorLinks);
      total += live.length;
    }
    const found = await rows<OperatorLinkRow>(this.source.manager, LIST_IDS, [newest]);
    return { items: found.map((row) => this.view(row)), total };
  }

  /** @throws ApiError `link_not_found` */
  async stop(userId: string | null, linkId: string, reason: string): Promise<OperatorLink> {
    const { workspace_id: workspaceId } = await this.find(linkId);
    await this.source.transaction((tx) =>
      this.quarantine.stop({ workspaceId, linkId, reason }, 'operator', userId, tx),
    );
    this.redirect.linkChanged(linkId);
    return this.view(await this.find(linkId));
  }

  /** @throws ApiError `link_not_found` */
  async lift(userId: string | null, linkId: string): Promise<OperatorLink> {
    const { workspace_id: workspaceId } = await this.find(linkId);
    await this.source.transaction((tx) => this.quarantine.lift({ workspaceId, linkId }, 'operator', userId, tx));
    this.redirect.linkChanged(linkId);
    return this.view(await this.find(linkId));
  }

  /**
   * Quarantines every existing link to a host, those in the trash too, which may come back, batch by batch, and removes
   * default destinations of workspaces on that host.
   * @returns the number of links outside the trash that were quarantined.
   */
  async stopHost(userId: string | null, host: string, reason: string): Promise<number> {
    let count = 0;
    await this.defaults.clearRefused((url) => (isAt(url, host) ? reason : null), userId);
    for await (const links of this.leadingTo(host)) {
      const orders = links.map(({ id, workspace_id: workspaceId }) => ({ workspaceId, linkId: id, reason }));
      const stopped = await this.source.transaction((tx) => this.quarantine.stopMany(orders, 'operator', userId, tx));
      for (const id of stopped) this.redirect.linkChanged(id);
      const trashed = new Set(links.filter((link) => link.is_trashed).map(({ id }) => id));
      count += stopped.filter((id) => !trashed.has(id)).length;
    }
    return count;
  }

  private async *leadingTo(host: string): AsyncGenerator<readonly LinkUrls[]> {
    for await (const links of walkLinks(this.source.manager, host)) {
      yield links.filter((link) => leadsTo(link, host));
    }
  }

  private async listStopped(): Promise<OperatorLinkList> {
    const found = await rows<OperatorLinkRow & { total: number }>(this.source.manager, LIST_STOPPED, [
      LIMITS.operatorLinks,
    ]);
    return { items: found.map((row) => this.view(row)), total: found[0]?.total ?? 0 };
  }

  private async find(id: string): Promise<OperatorLinkRow> {
    return (await firstRow<OperatorLinkRow>(this.source.manager, LIST_IDS, [[id]])) ?? fail('link_not_found');
  }

  private view(row: OperatorLinkRow): OperatorLink {
    return {
      id: row.id,
      slug: row.slug,
      shortUrl: this.views.linkUrls({ slug: row.workspace_slug, linkPrefix: row.link_prefix }, row).shortUrl,
      destinationUrl: row.destination_url,
      workspace: { id: row.workspace_id, slug: row.workspace_slug, name: row.workspace_name },
      quarantinedBy: row.quarantined_by,
      quarantineReason: row.quarantine_reason,
      createdAt: row.created_at.toISOString(),
    };
  }
}

// SQL, because links depend on this domain, so that their entity cannot be imported here.
const FIELDS = `
  l.id, l.slug, l.destination_url, l.quarantined_by, l.quarantine_reason, l.created_at,
  w.id AS workspace_id, w.slug AS workspace_slug, w.name AS workspace_name, w.link_prefix`;
const FROM =
  'FROM links l JOIN workspaces w ON w.id = l.workspace_id AND w.deleted_at IS NULL WHERE l.deleted_at IS NULL';
const LIST_IDS = `SELECT ${FIELDS} ${FROM} AND l.id = ANY($1::uuid[]) ORDER BY l.id DESC`;
const LIST_STOPPED = `
  SELECT ${FIELDS}, (count(*) OVER ())::int AS total ${FROM} AND l.quarantined_at IS NOT NULL
  ORDER BY l.quarantined_at DESC, l.id DESC LIMIT $1`;
