import { createHash } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logo } from '@signpost/contracts';
import type { DataSource } from 'typeorm';
import { AuditService } from '../audit/index.js';
import type { Member } from '../platform/access/index.js';
import { ObjectStorage } from '../platform/storage/index.js';
import { RedirectInvalidator } from '../redirect/index.js';
import { WorkspacesRepository, WorkspaceViews } from '../workspaces/index.js';
import { encodeLogo } from './logo-image.js';

const HASH_LENGTH = 32;

/** The logo of a workspace. */
@Injectable()
export class LogosService {
  private readonly logger = new Logger(LogosService.name);

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly storage: ObjectStorage,
    private readonly workspaces: WorkspacesRepository,
    private readonly views: WorkspaceViews,
    private readonly audit: AuditService,
    private readonly redirect: RedirectInvalidator,
  ) {}

  /** Takes the picture in place of the former one. @throws ApiError `unsupported_media_type`, `file_invalid`, `storage_unavailable` */
  async replace(member: Member, file: Buffer): Promise<Logo> {
    const bytes = await encodeLogo(file);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH);
    const key = `logos/${member.workspaceId}/${hash}.png`;
    const picture = { bytes, contentType: 'image/png' };
    // Stored before it is referred to, so that whoever sees the address finds the picture; and outside the transaction,
    // since a store that hangs would hold the workspace's lock and a connection.
    await this.storage.put(key, picture);
    await this.set(member, key);
    // The same picture may have been discarded meanwhile as somebody's former one. From now on it is not.
    if ((await this.storage.read(key)) === null) await this.storage.put(key, picture);
    return { logoUrl: this.views.logoUrl(key) ?? '' };
  }

  /** Takes the logo away, if there is one. */
  async remove(member: Member): Promise<void> {
    await this.set(member, null);
  }

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
    if (former !== null) await this.discard(member.workspaceId, former);
  }

  /** A file that nothing refers to any more costs space and nothing else, so failing to remove it is no error. */
  private async discard(workspaceId: string, key: string): Promise<void> {
    try {
      await this.source.transaction(async (tx) => {
        // It may have come back since.
        if ((await this.workspaces.lock(workspaceId, tx)).logoKey !== key) await this.storage.delete(key);
      });
    } catch (error) {
      this.logger.warn(`a former logo was not removed: ${error instanceof Error ? error.name : 'unknown error'}`);
    }
  }
}
