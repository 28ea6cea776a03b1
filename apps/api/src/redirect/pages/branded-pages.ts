import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '../../platform/config/index.js';
import type { HostTarget, HostTargets } from '../../platform/http/index.js';
import { uploadUrl } from '../../platform/storage/upload-url.js';
import type { Answers, PageAnswer } from '../answers.js';
import { CounterUnavailable } from '../caps/visit-counter.js';
import { ResolverUnavailable, type LinkResolver } from '../memory/link-resolver.js';
import type { KeyedWorkspace } from '../memory/workspace-table.js';
import type { RedirectStats } from '../redirect-stats.js';
import { UNAVAILABLE, VISIT_LIMIT_UNAVAILABLE } from './page-answers.js';
import type { Brand } from './pages.js';

/** What pages with a workspace's brand need. */
export interface BrandedPageParts {
  readonly config: Config;
  readonly hosts: HostTargets;
  readonly resolver: LinkResolver;
  readonly answers: Answers;
  readonly onFailure: (error: unknown) => void;
}

/** Pages with name and logo of the workspace that the request's host selects. */
export class BrandedPages {
  constructor(
    private readonly parts: BrandedPageParts,
    private readonly stats: RedirectStats,
  ) {}

  /** The workspace that a host selects; null also while the database and memory do not know it. */
  async workspaceAt(host: HostTarget): Promise<KeyedWorkspace | null> {
    const label = labelOf(host);
    if (label === null) return null;
    const { resolver } = this.parts;
    return resolver.workspace(label) ?? (await resolver.loadWorkspace(label).catch(() => null));
  }

  /** Name and logo of the workspace that a host selects, for a page. */
  async brandAt(host: HostTarget): Promise<Brand | null> {
    const workspace = await this.workspaceAt(host);
    return workspace === null ? null : this.brandOf(workspace);
  }

  /** Sends a page with the brand of the host's workspace, if memory knows it. */
  send(request: IncomingMessage, response: ServerResponse, answer: PageAnswer): void {
    this.parts.answers.page(request, response, answer, this.knownBrand(request));
  }

  /** Answers a request that failed, and reports errors other than an unavailable database. */
  fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const { onFailure } = this.parts;
    this.stats.answers.unavailable += 1;
    if (error instanceof CounterUnavailable) {
      this.send(request, response, VISIT_LIMIT_UNAVAILABLE);
      return;
    }
    if (!(error instanceof ResolverUnavailable)) onFailure(error);
    if (!response.headersSent) this.send(request, response, UNAVAILABLE);
  }

  private brandOf({ name, logoKey }: KeyedWorkspace): Brand {
    return { name, logoUrl: logoKey === null ? null : uploadUrl(this.parts.config, logoKey) };
  }

  private knownBrand(request: IncomingMessage): Brand | null {
    try {
      const label = labelOf(this.parts.hosts.of(request.headers.host));
      const workspace = label === null ? null : (this.parts.resolver.workspace(label) ?? null);
      return workspace === null ? null : this.brandOf(workspace);
    } catch {
      // The page that reports an error must not fail for the same reason.
      return null;
    }
  }
}

/** Label of the workspace that a host selects, empty in single mode; null where it selects none. */
export function labelOf(host: HostTarget): string | null {
  if (host.kind === 'single') return '';
  return host.kind === 'workspace' ? host.label : null;
}
