import { behindUnlockPages, linkStatus, RESERVED_SLUGS } from '@signpost/domain';
import type { HostTargets } from '../platform/http/index.js';
import { ResolverUnavailable, type LinkResolver } from './memory/link-resolver.js';
import { labelOf } from './pages/branded-pages.js';
import { shortPathsIn } from './visitor/pasted-address.js';
import { firstSegment } from './visitor/short-path.js';

/** Maximum number of this instance's addresses that are followed (decisions 4). */
const STEPS = 10;

/** What is needed to follow addresses of this instance. */
export interface DeadEndParts {
  readonly hosts: HostTargets;
  readonly resolver: LinkResolver;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Detects default destinations that would loop: they resolve to an unknown or an expired address of this instance, which
 * itself redirects to the workspace's default destination.
 */
export class DeadEnds {
  constructor(private readonly parts: DeadEndParts) {}

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

  /** {@link leadsBack} at a visit: false while that cannot be determined, because the next address then answers an error. */
  async hasComeToLeadBack(url: string): Promise<boolean> {
    return this.leadsBack(url).catch((error: unknown) => {
      if (error instanceof ResolverUnavailable) return false;
      throw error;
    });
  }

  private async follow(url: string): Promise<'elsewhere' | 'nowhere' | { url: string }> {
    if (!URL.canParse(url)) return 'elsewhere';
    const parsed = new URL(url);
    const target = this.parts.hosts.ofUrl(parsed);
    const label = target === null ? null : labelOf(target);
    if (target === null || label === null) return 'elsewhere';
    const path = behindUnlockPages(`${parsed.pathname}${parsed.search}`);
    const first = firstSegment(path.replace(/\?.*$/, ''));
    if (first === '' && !target.onShortDomain) return 'elsewhere';
    const isProduct = first !== null && RESERVED_SLUGS.has(first);
    if (isProduct && !target.onShortDomain) return 'elsewhere';
    const { resolver, now } = this.parts;
    const workspace = resolver.workspace(label) ?? (await resolver.loadWorkspace(label));
    // `/` of a short domain redirects to the dashboard or to the workspace's root destination, which must not be `/` itself.
    if (isProduct || workspace === null) return 'nowhere';
    for (const { prefix, slug } of shortPathsIn(path)) {
      const isThere = slug.startsWith('/') ? workspace.hasKeptPaths : workspace.prefixes.has(prefix);
      if (!isThere) continue;
      const known = resolver.find(workspace, slug);
      const link = known === undefined ? await resolver.load(workspace.id, slug) : known;
      if (link === null) continue;
      if (linkStatus(link, now()) !== 'expired') return { url: link.destinationUrl };
      return link.expirationDestination === null ? 'nowhere' : { url: link.expirationDestination };
    }
    return 'nowhere';
  }
}
