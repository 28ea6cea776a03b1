import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { PublicLink } from '@signpost/contracts';
import { parseReturnPath } from '@signpost/domain';
import { fail, failField } from '../platform/errors/index.js';
import { networkKey, type HostTarget } from '../platform/http/index.js';
import { RateLimits } from '../platform/limits/index.js';
import { verifyPassword } from '../platform/security/index.js';
import { RedirectEngine } from '../redirect/index.js';
import { WorkspaceViews } from '../workspaces/index.js';
import { VisitedLinks } from './visited-links.js';

/** An attempt to unlock a link with a password. */
export interface UnlockAttempt {
  readonly request: IncomingMessage;
  readonly host: HostTarget;
  /** Key of the client for rate limits. */
  readonly client: string;
  readonly slug: string;
  readonly password: string;
  readonly path: string | null;
}

/** An unlocked link: the URL to redirect to, and the cookie that grants access. */
export interface UnlockedLink {
  readonly redirectTo: string;
  readonly cookie: string;
}

/** Unlocks protected links, and provides what a visitor may see before that. */
@Injectable()
export class UnlockService {
  constructor(
    private readonly links: VisitedLinks,
    private readonly engine: RedirectEngine,
    private readonly limits: RateLimits,
    private readonly views: WorkspaceViews,
  ) {}

  /** Data for the unlock page; null unless the link is protected and would redirect with its password. */
  async find(host: HostTarget, slug: string): Promise<PublicLink | null> {
    const visited = await this.links.find(host, slug);
    if (visited === null || !(await this.links.isLocked(visited.link, this.engine.clock.now()))) return null;
    const link = await this.links.findProtected(visited);
    if (link === null) return null;
    const { workspace, address } = visited;
    return {
      slug: address,
      title: link.title,
      workspaceName: workspace.name,
      logoUrl: this.views.logoUrl(workspace.logoKey),
    };
  }

  /**
   * Checks a password and issues the grant; null where there is no link to unlock.
   * @throws ApiError `wrong_password`, `rate_limited`, `validation_failed` (`path`)
   */
  async unlock(attempt: UnlockAttempt): Promise<UnlockedLink | null> {
    const { request, host, client, slug, password, path } = attempt;
    const returnPath = path === null ? null : (parseReturnPath(path) ?? failField('path', 'not_path'));
    const visited = await this.links.find(host, slug);
    const now = this.engine.clock.now();
    if (visited === null || !(await this.links.isLocked(visited.link, now))) return null;
    await this.limits.consume('VERIFY_PASSWORD', `${client} ${visited.link.id}`, { workspaceId: visited.workspace.id });
    const link = await this.links.findProtected(visited);
    if (link === null) return null;
    const wrongOnes = [
      ['VERIFY_PASSWORD_NETWORK', `${networkKey(client)} ${visited.link.id}`],
      ['VERIFY_PASSWORD_LINK', visited.link.id],
    ] as const;
    for (const [name, key] of wrongOnes) {
      await this.limits.requireRoom(name, key, { workspaceId: visited.workspace.id });
    }
    if (!(await verifyPassword(link.passwordHash, password))) {
      for (const [name, key] of wrongOnes) await this.limits.tryConsume(name, key);
      this.recordFailure(request, visited.link, now);
      fail('wrong_password');
    }
    const grantable = { id: visited.link.id, passwordVersion: link.passwordVersion };
    return {
      redirectTo: returnPath ?? visited.home,
      cookie: this.engine.grants.cookie(grantable, now, this.isSecure(host)),
    };
  }

  /**
   * Counts a request for a missing link, or one without a password, towards the same limit as unknown short paths, because
   * addresses could be guessed here too.
   * @returns the seconds to wait when over the limit, otherwise null
   */
  countMiss(client: string): Promise<number | null> {
    return this.limits.tryConsume('UNKNOWN_PATHS', client);
  }

  private recordFailure(request: IncomingMessage, link: Parameters<VisitedLinks['isLocked']>[0], now: number): void {
    const { visitors, recorder } = this.engine;
    recorder.record(visitors.event(link, visitors.read(request), 'password_failed', false, now));
    recorder.commit();
  }

  private isSecure(host: HostTarget): boolean {
    const { config } = this.engine;
    return host.onShortDomain ? config.shortUrl.protocol === 'https:' : config.isSecure;
  }
}
