import { Injectable } from '@nestjs/common';
import { RedirectEngine } from '../redirect-engine.js';

/**
 * Notifies the redirect of this process that something it may hold in memory has changed. Call it after the commit and
 * before the answer: the next request to this process then sees the change. Other processes are notified by the database
 * within a second.
 */
@Injectable()
export class RedirectInvalidator {
  constructor(private readonly engine: RedirectEngine) {}

  /** Any field of the link changed, or it was deleted or restored. */
  linkChanged(id: string): void {
    this.engine.resolver.linkChanged(id);
  }

  /** A slug or alias was added, removed or revoked. */
  addressChanged(workspaceId: string, slug: string): void {
    this.engine.resolver.addressChanged(workspaceId, slug);
  }

  /** A workspace was created or deleted, or its prefix, retained prefixes, name or logo changed. */
  workspaceChanged(id: string): void {
    this.engine.resolver.workspaceChanged(id);
  }

  /** A campaign's UTM values changed, or it was deleted. */
  campaignChanged(id: string): void {
    this.engine.resolver.campaignChanged(id);
  }
}
