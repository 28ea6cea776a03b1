import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { decideRedirect, foldCase, requestedKeptPath, type Visit } from '@signpost/domain';
import { IsNull, type DataSource } from 'typeorm';
import { LinkEntity } from '../links/index.js';
import { fail } from '../platform/errors/index.js';
import type { HostTarget } from '../platform/http/index.js';
import {
  CounterUnavailable,
  parseShortPath,
  RedirectEngine,
  ResolverUnavailable,
  type CachedLink,
  type RedirectWorkspace,
} from '../redirect/index.js';

/** A link found for a visitor page. */
export interface VisitedLink {
  readonly workspace: RedirectWorkspace;
  readonly link: CachedLink;
  /** The requested address; a slug in lower case. */
  readonly address: string;
  /** Path of the address on its host. */
  readonly home: string;
}

/** Data of a protected link that only the database has. */
export interface ProtectedLink {
  readonly title: string | null;
  readonly passwordHash: string;
  readonly passwordVersion: string;
}

const STRANGER: Visit = { botClass: null, country: null, os: null, query: '', hasGrant: false };

/** Finds links for visitor pages in the same way as the redirect. */
@Injectable()
export class VisitedLinks {
  constructor(
    private readonly engine: RedirectEngine,
    @InjectDataSource() private readonly source: DataSource,
  ) {}

  /**
   * The live link with that slug or alias in the workspace that the host selects; null when there is none.
   * @throws ApiError `database_unavailable`
   */
  async find(host: HostTarget, slug: string): Promise<VisitedLink | null> {
    if (host.kind === 'bare' || host.kind === 'foreign') return null;
    // The slug is already decoded, so a percent sign left in it starts no percent-encoding.
    if (!slug.isWellFormed()) return null;
    const path = parseShortPath(`/${encodeURIComponent(slug)}`);
    const kept = requestedKeptPath(encodeURIComponent(slug));
    const addresses = [
      ...(kept === null ? [] : [`/${kept}`]),
      ...(path === null || path.prefix !== '' ? [] : [path.slug]),
      ...(kept === null ? [] : [`//${foldCase(kept)}`]),
    ];
    const { resolver } = this.engine;
    const label = host.kind === 'single' ? '' : host.label;
    try {
      const workspace = resolver.workspace(label) ?? (await resolver.loadWorkspace(label));
      if (workspace === null) return null;
      for (const address of addresses) {
        if (address.startsWith('/') && !workspace.hasKeptPaths) continue;
        const known = resolver.find(workspace, address);
        const link = known === undefined ? await resolver.load(workspace.id, address) : known;
        if (link !== null)
          return { workspace, link, ...placeOf(workspace, address.startsWith('/') ? kept : null, address) };
      }
      return null;
    } catch (error) {
      if (error instanceof ResolverUnavailable) fail('database_unavailable', { retryAfter: 2 });
      throw error;
    }
  }

  /**
   * Whether the link would redirect a visitor who enters its password.
   * @throws ApiError `visit_limit_unavailable`
   */
  async isLocked(link: CachedLink, now: number): Promise<boolean> {
    if (decideRedirect(link, STRANGER, now).kind !== 'password') return false;
    if (link.maximumVisits === null) return true;
    try {
      return !(await this.engine.counter.isAtCap(link.id));
    } catch (error) {
      if (error instanceof CounterUnavailable) fail('visit_limit_unavailable', { retryAfter: 2 });
      throw error;
    }
  }

  /** The secrets and the title of a protected link; null when it is not protected any more. */
  async findProtected({ workspace, link }: VisitedLink): Promise<ProtectedLink | null> {
    const found = await this.source.getRepository(LinkEntity).findOne({
      where: { workspaceId: workspace.id, id: link.id, deletedAt: IsNull() },
      select: { id: true, title: true, passwordHash: true, passwordVersion: true },
    });
    if (found === null) return null;
    const { title, passwordHash, passwordVersion } = found;
    return passwordHash === null || passwordVersion === null ? null : { title, passwordHash, passwordVersion };
  }
}

/** Path of an address: a slug after the link prefix, a kept path without the prefix. */
function placeOf(
  { prefix }: RedirectWorkspace,
  kept: string | null,
  slug: string,
): Pick<VisitedLink, 'address' | 'home'> {
  if (kept !== null) return { address: kept, home: `/${kept.split('/').map(encodeURIComponent).join('/')}` };
  return { address: slug, home: prefix === '' ? `/${slug}` : `/${prefix}/${slug}` };
}
