import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type {
  AbuseReport,
  AbuseReportList,
  OperatorAbuseReport,
  OperatorAbuseReportList,
  QuarantineAuthority,
} from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AuditService } from '../audit/index.js';
import type { Member, SessionInfo } from '../platform/access/index.js';
import { execute, firstRow, rows } from '../platform/database/index.js';
import { fail } from '../platform/errors/index.js';
import { RateLimits } from '../platform/limits/index.js';
import { Mailer } from '../mails/index.js';
import { Clock } from '../platform/time/index.js';
import { RedirectInvalidator } from '../redirect/index.js';
import { WorkspaceViews } from '../workspaces/index.js';
import { AbuseReportEntity } from './abuse-report.entity.js';
import { RECORD_HISTORY } from './link-history.sql.js';
import { QuarantineService } from './quarantine.service.js';

/** Maximum number of open reports per link; further ones add no information and are ignored. */
const OPEN_PER_LINK = 100;

interface ReportRow {
  id: string;
  state: AbuseReport['state'];
  reason: string;
  link_id: string;
  slug: string;
  created_at: Date;
  workspace_id: string;
  workspace_slug: string;
  workspace_name: string;
  link_prefix: string | null;
  destination_url: string;
  quarantined_by: QuarantineAuthority | null;
  creator_id: string | null;
  creator_email: string | null;
}

/** Decisions on visitors' reports, by the owners of a workspace or by the operator of the instance. */
@Injectable()
export class AbuseReportsService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly quarantine: QuarantineService,
    private readonly audit: AuditService,
    private readonly views: WorkspaceViews,
    private readonly redirect: RedirectInvalidator,
    private readonly mailer: Mailer,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
  ) {}

  /** Stores a visitor's report about a link that the caller has locked, unless too many of it are open. */
  async file(workspaceId: string, linkId: string, reason: string, tx: EntityManager): Promise<void> {
    const reports = tx.getRepository(AbuseReportEntity);
    if ((await reports.countBy({ workspaceId, linkId, state: 'open' })) >= OPEN_PER_LINK) return;
    await reports.insert({ id: uuidv7(), workspaceId, linkId, reason, createdAt: this.clock.date() });
  }

  /** Reports of the workspace, the newest first. */
  async list({ workspaceId }: Member): Promise<AbuseReportList> {
    const found = await rows<ReportRow>(this.source.manager, LIST, [workspaceId]);
    return { items: found.map((row) => this.toReport(row)) };
  }

  /** Reports of all workspaces, the newest first. */
  async listAll(): Promise<OperatorAbuseReportList> {
    const found = await rows<ReportRow>(this.source.manager, LIST, [null]);
    return { items: found.map((row) => this.toOperatorReport(row)) };
  }

  /** @throws ApiError `report_not_found`, `operator_quarantine` */
  async decide({ workspaceId, userId }: Member, id: string, decision: Decision): Promise<AbuseReport> {
    return this.toReport(await this.settle({ id, workspaceId, userId, by: 'workspace', decision }));
  }

  /** @param userId null when the operator used the secret instead of a session. @throws ApiError `report_not_found` */
  async decideAsOperator(userId: string | null, id: string, decision: Decision): Promise<OperatorAbuseReport> {
    return this.toOperatorReport(await this.settle({ id, workspaceId: null, userId, by: 'operator', decision }));
  }

  /**
   * Sends a mail to the member who created the reported link; the report stays unchanged.
   * @throws ApiError `report_not_found`, `no_creator`, `rate_limited`
   */
  async write(writer: Member, id: string, message: string): Promise<AbuseReport> {
    const { workspaceId, userId } = writer;
    await this.limits.consume('CREATOR_MESSAGES', userId, { workspaceId });
    return this.toReport(await this.send({ workspaceId, id, writer, by: 'workspace', message }));
  }

  /**
   * Like {@link write}, for reports of any workspace.
   * @param writer null when the operator used the secret instead of a session.
   * @throws ApiError `report_not_found`, `no_creator`, `rate_limited`
   */
  async writeAsOperator(writer: SessionInfo | null, id: string, message: string): Promise<OperatorAbuseReport> {
    await this.limits.consume('CREATOR_MESSAGES', writer?.userId ?? 'operator');
    return this.toOperatorReport(await this.send({ workspaceId: null, id, writer, by: 'operator', message }));
  }

  private send({ workspaceId, id, writer, by, message }: CreatorMessage): Promise<ReportRow> {
    const userId = writer?.userId ?? null;
    return this.source.transaction(async (tx) => {
      const report = (await firstRow<ReportRow>(tx, FIND, [workspaceId, id])) ?? fail('report_not_found');
      const mail = {
        kind: 'creator_message' as const,
        to: report.creator_email ?? fail('no_creator'),
        workspaceName: report.workspace_name,
        message,
        by,
        from: writer?.email ?? null,
        ...this.linkUrls(report),
      };
      await this.mailer.enqueue(mail, tx);
      const entry = [[report.workspace_id], [report.link_id], [uuidv7()], ['[]'], userId, 'creator_messaged'];
      await execute(tx, RECORD_HISTORY, entry);
      const facts = { link: { id: report.link_id, slug: report.slug }, detail: { by, message } };
      await this.audit.record({ workspaceId: report.workspace_id, userId }, 'abuse_report_message', facts, tx);
      return report;
    });
  }

  /** Decides in one transaction, then updates this process's redirect cache before the response is sent. */
  private async settle({ id, workspaceId, userId, by, decision }: Settlement): Promise<ReportRow> {
    const settled = await this.source.transaction(async (tx) => {
      const report = (await firstRow<ReportRow>(tx, LOCK, [workspaceId, id])) ?? fail('report_not_found');
      const target = { workspaceId: report.workspace_id, linkId: report.link_id };
      if (decision === 'quarantine') {
        await this.quarantine.stop({ ...target, reason: report.reason }, by, userId, tx);
      } else {
        await this.quarantine.lift(target, by, userId, tx);
        const facts = { link: { id: report.link_id, slug: report.slug }, detail: { by } };
        await this.audit.record({ workspaceId: report.workspace_id, userId }, 'abuse_report_dismissed', facts, tx);
      }
      const state = decision === 'quarantine' ? ('quarantined' as const) : ('dismissed' as const);
      await tx
        .getRepository(AbuseReportEntity)
        .update({ workspaceId: report.workspace_id, id }, { state, decidedAt: this.clock.date() });
      const after = await firstRow<ReportRow>(tx, FIND, [workspaceId, id]);
      return { ...(after ?? report), state };
    });
    this.redirect.linkChanged(settled.link_id);
    return settled;
  }

  private toOperatorReport(row: ReportRow): OperatorAbuseReport {
    return {
      ...this.toReport(row),
      workspace: { id: row.workspace_id, slug: row.workspace_slug, name: row.workspace_name },
    };
  }

  private toReport(row: ReportRow): AbuseReport {
    return {
      id: row.id,
      state: row.state,
      reason: row.reason,
      link: { id: row.link_id, slug: row.slug },
      destinationUrl: row.destination_url,
      shortUrl: this.linkUrls(row).shortUrl,
      quarantinedBy: row.quarantined_by,
      creator:
        row.creator_id === null || row.creator_email === null ? null : { id: row.creator_id, email: row.creator_email },
      createdAt: row.created_at.toISOString(),
    };
  }

  private linkUrls(row: ReportRow): { shortUrl: string; linkUrl: string } {
    const workspace = { slug: row.workspace_slug, linkPrefix: row.link_prefix };
    return this.views.linkUrls(workspace, { id: row.link_id, slug: row.slug });
  }
}

/** Possible decisions on a report; a dismissal also lifts a quarantine. */
export type Decision = 'dismiss' | 'quarantine';

/** Which report is decided, of which workspace (null: of any), by whom (null: by the secret) and how. */
interface Settlement {
  readonly id: string;
  readonly workspaceId: string | null;
  readonly userId: string | null;
  readonly by: QuarantineAuthority;
  readonly decision: Decision;
}

/** A mail to a creator: about which report, of which workspace (null: of any), and who writes. */
interface CreatorMessage {
  readonly workspaceId: string | null;
  readonly id: string;
  readonly writer: Pick<SessionInfo, 'userId' | 'email'> | null;
  readonly by: QuarantineAuthority;
  readonly message: string;
}

// SQL, because it joins tables of four domains. Reports with their links and workspaces: of one workspace, or of all if null.
// Reports on deleted links are omitted; the creator is only included while an active member and not a demo account, whose
// mail nobody reads.
const SELECT = `
  SELECT r.id, r.state, r.reason, r.created_at, l.id AS link_id, l.slug, l.destination_url, l.quarantined_by,
    w.id AS workspace_id, w.slug AS workspace_slug, w.name AS workspace_name, w.link_prefix,
    u.id AS creator_id, u.email AS creator_email
  FROM abuse_reports r
  JOIN links l ON l.workspace_id = r.workspace_id AND l.id = r.link_id AND l.deleted_at IS NULL
  JOIN workspaces w ON w.id = r.workspace_id AND w.deleted_at IS NULL
  LEFT JOIN memberships m ON m.workspace_id = l.workspace_id AND m.user_id = l.created_by AND m.is_active
  LEFT JOIN users u ON u.id = m.user_id AND NOT u.is_demo
  WHERE ($1::uuid IS NULL OR r.workspace_id = $1)`;
const LIST = `${SELECT} ORDER BY r.created_at DESC, r.id DESC LIMIT 200`;
const FIND = `${SELECT} AND r.id = $2`;
const LOCK = `${FIND} FOR UPDATE OF r`;
