import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Subscription } from 'rxjs';
import type { DataSource } from 'typeorm';
import { AuditService } from '../audit/index.js';
import { reasonOf } from '../platform/errors/index.js';
import { RateLimits, type LimitedAt, type LimitExceeded } from '../platform/limits/index.js';
import { WorkspacesService } from './workspaces.service.js';

/**
 * Records an audit event when requests to a workspace exceed a rate limit; once per limit and window, not per request.
 */
@Injectable()
export class LimitAudit implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(LimitAudit.name);
  private subscription: Subscription | null = null;

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly workspaces: WorkspacesService,
    private readonly audit: AuditService,
    private readonly limits: RateLimits,
  ) {}

  onModuleInit(): void {
    this.subscription = this.limits.exceeded.subscribe((exceeded) => {
      this.record(exceeded).catch((error: unknown) => {
        this.logger.warn(`An exceeded rate limit could not be recorded in the activity log: ${reasonOf(error)}`);
      });
    });
  }

  onModuleDestroy(): void {
    this.subscription?.unsubscribe();
  }

  private async record({ name, at }: LimitExceeded): Promise<void> {
    const workspaceId = await this.workspaceAt(at);
    if (workspaceId === null) return;
    const actor = { workspaceId, userId: null };
    await this.audit.record(actor, 'rate_limit_exceeded', { detail: { limit: name } }, this.source.manager);
  }

  private async workspaceAt(at: LimitedAt): Promise<string | null> {
    if ('workspaceId' in at) return at.workspaceId;
    return (await this.workspaces.findSelected(at.host))?.id ?? null;
  }
}
