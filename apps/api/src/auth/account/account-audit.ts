import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { AuditType } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditService } from '../../audit/index.js';
import { reasonOf } from '../../platform/errors/index.js';
import { WorkspacesService } from '../../workspaces/index.js';

/**
 * Audit events of an account rather than of one workspace (sign-in, password, identities). They are recorded in every
 * workspace of which the account is an active member, so that the owners see them.
 */
@Injectable()
export class AccountAudit {
  private readonly logger = new Logger(AccountAudit.name);

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly workspaces: WorkspacesService,
    private readonly audit: AuditService,
  ) {}

  /** Records an action of the account itself. */
  async record(userId: string, type: AuditType, detail: Record<string, unknown>, tx: EntityManager): Promise<void> {
    for (const workspaceId of await this.workspaces.listIdsOf(userId, tx)) {
      await this.audit.record({ workspaceId, userId }, type, { detail }, tx);
    }
  }

  /**
   * Records a failed sign-in by an unauthenticated client. Runs in the background: waiting for it would reveal by
   * response time that the account exists.
   */
  recordFailedLogin(account: { id: string; email: string }): void {
    this.source
      .transaction(async (tx) => {
        for (const workspaceId of await this.workspaces.listIdsOf(account.id, tx)) {
          const detail = { userId: account.id, email: account.email };
          await this.audit.record({ workspaceId, userId: null }, 'login_failed', { detail }, tx);
        }
      })
      .catch((error: unknown) => {
        this.logger.warn(`A failed sign-in could not be recorded in the activity log: ${reasonOf(error)}`);
      });
  }
}
