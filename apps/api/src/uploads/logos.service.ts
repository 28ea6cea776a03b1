import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logo } from '@signpost/contracts';
import type { DataSource } from 'typeorm';
import { AuditService } from '../audit/index.js';
import type { Member } from '../platform/access/index.js';
import { fail } from '../platform/errors/index.js';
import { ObjectStorage } from '../platform/storage/index.js';
import { RedirectInvalidator } from '../redirect/index.js';
import { WorkspacesRepository, WorkspaceViews } from '../workspaces/index.js';
import { encodeLogo } from './logo-image.js';

const NAME_BYTES = 16;

/** The logo of a workspace. */
@Injectable()
export class LogosService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly storage: ObjectStorage,
    private readonly workspaces: WorkspacesRepository,
    private readonly views: WorkspaceViews,
    private readonly audit: AuditService,
    private readonly redirect: RedirectInvalidator,
  ) {}

  /** Replaces the logo. @throws ApiError `unsupported_media_type`, `file_invalid`, `storage_unavailable` */
  async replace(member: Member, file: Buffer): Promise<Logo> {
    requireNoDemo(member);
    const bytes = await encodeLogo(file);
    // Every upload gets a new name, so that a replaced or removed file can be deleted at any time, even if the same
    // image is uploaded again in the meantime.
    const key = `logos/${member.workspaceId}/${randomBytes(NAME_BYTES).toString('hex')}.png`;
    // Stored before it is referenced, so that its URL always works.
    await this.storage.put(key, bytes);
    await this.set(member, key);
    return { logoUrl: this.views.logoUrl(key) ?? '' };
  }

  /** Removes the logo, if there is one. */
  async remove(member: Member): Promise<void> {
    requireNoDemo(member);
    await this.set(member, null);
  }

  /**
   * The storage is called outside the transaction, because a hanging storage would hold the workspace's lock and a
   * connection.
   */
  private async set(member: Member, key: string | null): Promise<void> {
    const former = await this.source.transaction(async (tx) => {
      const { logoKey } = await this.workspaces.lock(member.workspaceId, tx);
      if (logoKey === key) return null;
      await this.workspaces.setLogo(member.workspaceId, key, tx);
      const detail = { action: key === null ? 'removed' : 'set' };
      await this.audit.record(member, 'workspace_logo_changed', { detail }, tx);
      return logoKey;
    });
    this.redirect.workspaceChanged(member.workspaceId);
    if (former !== null) await this.storage.discard(former);
  }
}

/** Demos have no logo, because one with a bank's logo would be phishing on the operator's domain. */
function requireNoDemo({ workspace }: Member): void {
  if (workspace.demoExpiresAt !== null) fail('demo_restricted');
}
