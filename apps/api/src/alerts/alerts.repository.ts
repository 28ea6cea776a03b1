import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { LINK_RECIPIENT } from '../members/index.js';
import { firstRow, rows, wasInserted } from '../platform/database/index.js';
import { LinkAlertEntity, type AlertKind } from './link-alert.entity.js';

/** Days before expiry at which an alert is sent. */
const EXPIRY_NOTICE_DAYS = 3;
/** Percentage of the visit cap at which an alert is sent. */
const VISITS_NOTICE_PERCENT = 90;

/** An alert that appears to be due. */
export interface AlertCandidate {
  workspace_id: string;
  link_id: string;
  kind: AlertKind;
}

/** An alert that is due, its link locked against changes until the transaction ends. */
export interface DueAlert {
  slug: string;
  title: string | null;
  expires_at: Date | null;
  review_at: Date | null;
  maximum_visits: number | null;
  /** bigint, as text. */
  used_visits: string;
  workspace_slug: string;
  workspace_name: string;
  link_prefix: string | null;
  recipient_id: string;
  recipient_email: string;
}

/** Finds due alerts and records sent ones. Reads across all workspaces, because it serves a job and not a member. */
@Injectable()
export class AlertsRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Alerts that appear to be due at `now`, after the cursor, ordered by link and kind. */
  async listCandidates(now: Date, after: AlertCandidate | null, limit: number): Promise<AlertCandidate[]> {
    const cursor = [after?.link_id ?? null, after?.kind ?? null];
    return rows<AlertCandidate>(this.source.manager, CANDIDATES, [now, ...cursor, limit]);
  }

  /** The alert with its recipient if it is still due; locks the link. */
  async lock(candidate: AlertCandidate, now: Date, tx: EntityManager): Promise<DueAlert | null> {
    return firstRow<DueAlert>(tx, LOCK, [now, candidate.workspace_id, candidate.link_id, candidate.kind]);
  }

  /** Marks the alert as sent; false when another process already has. */
  async claim(candidate: AlertCandidate, now: Date, tx: EntityManager): Promise<boolean> {
    const { workspace_id: workspaceId, link_id: linkId, kind } = candidate;
    const alert = { workspaceId, linkId, kind, sentAt: now };
    const insert = tx.createQueryBuilder().insert().into(LinkAlertEntity).values(alert).orIgnore();
    return wasInserted(await insert.returning('link_id').execute());
  }
}

// SQL, because these scan all links for due alerts, and lock the data that the mail contains.

const IS_DUE = {
  expiry: `l.expires_at > $1 AND l.expires_at <= $1::timestamptz + interval '${EXPIRY_NOTICE_DAYS} days'`,
  visits: `l.maximum_visits IS NOT NULL AND c.used_visits * 100 >= l.maximum_visits::bigint * ${VISITS_NOTICE_PERCENT}`,
  review: 'l.review_at <= $1',
} as const satisfies Record<AlertKind, string>;

/** No alerts for archived, paused, deleted and expired links, and none for demos, whose mail nobody reads. */
const IS_ELIGIBLE = `
  l.deleted_at IS NULL AND l.archived_at IS NULL AND l.is_enabled AND (l.expires_at IS NULL OR l.expires_at > $1)
  AND w.deleted_at IS NULL AND w.demo_expires_at IS NULL`;

const dueOf = (kind: AlertKind) => `
  SELECT l.workspace_id, l.id AS link_id, '${kind}' AS kind
  FROM links l
  JOIN workspaces w ON w.id = l.workspace_id
  JOIN link_counters c ON c.link_id = l.id
  WHERE ${IS_DUE[kind]} AND ${IS_ELIGIBLE}
    AND NOT EXISTS (SELECT FROM link_alerts a WHERE a.link_id = l.id AND a.kind = '${kind}')`;

const CANDIDATES = `
  SELECT workspace_id, link_id, kind
  FROM (${dueOf('expiry')} UNION ALL ${dueOf('visits')} UNION ALL ${dueOf('review')}) AS due
  WHERE $2::uuid IS NULL OR (link_id, kind) > ($2::uuid, $3::text)
  ORDER BY link_id, kind
  LIMIT $4`;

// FOR SHARE: the date in the mail cannot change before the alert is marked as sent, so that a later change re-arms it.
const LOCK = `
  SELECT l.slug, l.title, l.expires_at, l.review_at, l.maximum_visits, c.used_visits,
    w.slug AS workspace_slug, w.name AS workspace_name, w.link_prefix,
    recipient.id AS recipient_id, recipient.email AS recipient_email
  FROM links l
  JOIN workspaces w ON w.id = l.workspace_id
  JOIN link_counters c ON c.link_id = l.id
  ${LINK_RECIPIENT}
  WHERE l.workspace_id = $2 AND l.id = $3 AND ${IS_ELIGIBLE}
    AND CASE $4 WHEN 'expiry' THEN ${IS_DUE.expiry} WHEN 'visits' THEN ${IS_DUE.visits} ELSE ${IS_DUE.review} END
  FOR SHARE OF l`;
