import { Injectable } from '@nestjs/common';
import type { Role, Workspace } from '@signpost/contracts';
import type { CurrentWorkspace } from '../platform/access/index.js';
import { Config } from '../platform/config/index.js';
import { uploadUrl } from '../platform/storage/index.js';

/** URLs of workspaces and their API views. The only place that builds the base of short URLs. */
@Injectable()
export class WorkspaceViews {
  constructor(private readonly config: Config) {}

  view(workspace: CurrentWorkspace, role: Role): Workspace {
    return {
      id: workspace.id,
      name: workspace.name,
      slug: workspace.slug,
      url: this.dashboardUrl(workspace.slug),
      role,
      logoUrl: this.logoUrl(workspace.logoKey),
      requireSecondFactor: workspace.requireSecondFactor,
      linkPrefix: workspace.linkPrefix,
      shortUrlBase: this.shortUrlBase(workspace.slug, workspace.linkPrefix),
      notFoundDestination: workspace.notFoundDestination,
      expirationDestination: workspace.expirationDestination,
      rootDestination: workspace.rootDestination,
      allowedHosts: [...workspace.allowedHosts],
      destinationWatch: workspace.destinationWatch,
      createdAt: workspace.createdAt.toISOString(),
      expiresAt: workspace.demoExpiresAt?.toISOString() ?? null,
    };
  }

  /** Origin of the workspace's dashboard, no trailing slash. */
  dashboardUrl(slug: string): string {
    return this.config.mode === 'single' ? this.config.publicOrigin : withLabel(this.config.publicUrl, slug);
  }

  /** Origin and prefix of the workspace's short links, no trailing slash. */
  shortUrlBase(slug: string, linkPrefix: string | null): string {
    const origin = `${this.config.shortUrl.protocol}//${this.shortHost(slug)}`;
    return linkPrefix === null ? origin : `${origin}/${linkPrefix}`;
  }

  /** Where visitors reach a link of the workspace, and where its members find it. */
  linkUrls(
    workspace: { readonly slug: string; readonly linkPrefix: string | null },
    link: { readonly id: string; readonly slug: string },
  ): { shortUrl: string; linkUrl: string } {
    return {
      shortUrl: `${this.shortUrlBase(workspace.slug, workspace.linkPrefix)}/${link.slug}`,
      linkUrl: `${this.dashboardUrl(workspace.slug)}/links/${link.id}`,
    };
  }

  /**
   * Host of the workspace's short links, with a port if there is one. Not every such host is valid in a URL: if the
   * short domain is an IP address, `acme.127.0.0.1` is not a valid name, though a request may contain it.
   */
  shortHost(slug: string): string {
    return this.config.mode === 'single' ? this.config.shortUrl.host : `${slug}.${this.config.shortUrl.host}`;
  }

  logoUrl(logoKey: string | null): string | null {
    return logoKey === null ? null : uploadUrl(this.config, logoKey);
  }
}

function withLabel(base: URL, label: string): string {
  return `${base.protocol}//${label}.${base.host}`;
}
