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

  /** Takes the picture in place of the former one. @throws ApiError `unsupported_media_type`, `file_invalid` */
  async replace(member: Member, file: Buffer): Promise<Logo> {
    const bytes = await encodeLogo(file);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH);
    const key = `logos/${member.workspaceId}/${hash}.png`;
    await this.set(member, key, () => this.storage.put(key, { bytes, contentType: 'image/png' }));
    return { logoUrl: this.views.logoUrl(key) ?? '' };
  }

  /** Takes the logo away, if there is one. */
  async remove(member: Member): Promise<void> {
    await this.set(member, null, () => Promise.resolve());
  }

  private async set(member: Member, key: string | null, store: () => Promise<void>): Promise<void> {
    const former = await this.source.transaction(async (tx) => {
      const { logoKey } = await this.workspaces.lock(member.workspaceId, tx);
      // Stored before it is referred to: whoever sees the address finds the picture. Under the lock, because the
      // picture may be the one that somebody else is discarding.
      await store();
      if (logoKey === key) return null;
      await this.workspaces.setLogo(member.workspaceId, key, tx);
      const detail = { action: key === null ? 'removed' : 'set' };
      await this.audit.record(member, 'workspace_logo_changed', { detail }, tx);
      return logoKey;
    });
    await this.redirect.workspaceChanged(member.workspaceId);
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
