import { Injectable } from '@nestjs/common';
import { linkStatus, RESERVED_SLUGS } from '@signpost/domain';
import { HostTargets } from '../platform/http/index.js';
import { RedirectEngine } from './redirect-engine.js';
import { shortPathsIn } from './visitor/pasted-address.js';
import { firstSegment } from './visitor/short-path.js';

/** Maximum number of this instance's addresses that are followed (decisions 4). */
const STEPS = 10;

/**
 * Detects default destinations that would loop: they resolve to an unknown or an expired address of this instance, which
 * itself redirects to the workspace's default destination.
 */
@Injectable()
export class DeadEnds {
  constructor(
    private readonly engine: RedirectEngine,
    private readonly hosts: HostTargets,
  ) {}

  /**
   * Whether a destination resolves to an unknown or expired short address, directly or through other links of this instance.
   * @param url normalised, see `normalizeDestination`
   * @throws ResolverUnavailable while the database is unavailable
   */
  async leadsBack(url: string): Promise<boolean> {
    let at = url;
    for (let step = 0; step < STEPS; step += 1) {
      const next = await this.follow(at);
      if (next === 'elsewhere') return false;
      if (next === 'nowhere') return true;
      at = next.url;
    }
    return true;
  }

  private async follow(url: string): Promise<'elsewhere' | 'nowhere' | { url: string }> {
    if (!URL.canParse(url)) return 'elsewhere';
    const { host, pathname, search } = new URL(url);
    const target = this.hosts.of(host);
    if (!this.isOurs(host) || (target.kind !== 'single' && target.kind !== 'workspace')) return 'elsewhere';
    if (pathname === '/' && !target.onShortDomain) return 'elsewhere';
    const first = firstSegment(pathname);
    const isProduct = first !== null && RESERVED_SLUGS.has(first);
    if (isProduct && !target.onShortDomain) return 'elsewhere';
    const { resolver, clock } = this.engine;
    const workspace = await resolver.loadWorkspace(target.kind === 'workspace' ? target.label : '');
    // `/` of a short domain redirects to the dashboard or to the workspace's root destination, which must not be `/` itself.
    if (isProduct || workspace === null) return 'nowhere';
    for (const { prefix, slug } of shortPathsIn(`${pathname}${search}`)) {
      const isThere = slug.startsWith('/') ? workspace.hasKeptPaths : workspace.prefixes.has(prefix);
      const link = isThere ? await resolver.load(workspace.id, slug) : null;
      if (link === null) continue;
      if (linkStatus(link, clock.now()) !== 'expired') return { url: link.destinationUrl };
      return link.expirationDestination === null ? 'nowhere' : { url: link.expirationDestination };
    }
    return 'nowhere';
  }

  /** In single mode every host selects the workspace, so the configured addresses decide which hosts belong to this instance. */
  private isOurs(host: string): boolean {
    const { config } = this.engine;
    if (config.mode === 'multi') return this.hosts.of(host).kind !== 'foreign';
    const name = host.toLowerCase();
    return name === config.publicUrl.host.toLowerCase() || name === config.shortUrl.host.toLowerCase();
  }
}
