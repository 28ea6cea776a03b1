import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { firstRow, rows } from '../platform/database/index.js';
import type { Week } from './digest-week.js';

/** A member who has not received the digest of a week. */
export interface DigestCandidate {
  readonly workspace_id: string;
  readonly user_id: string;
}

/** Recipient of a digest. */
export interface DigestReader {
  readonly email: string;
  readonly displayName: string | null;
}

/** Finds due digests and records sent ones. Reads across all workspaces, because it serves a job and not a member. */
@Injectable()
export class DigestsRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Members whose digest of the week is due, after the cursor, ordered by workspace. */
  listDue(week: Week, after: DigestCandidate | null, limit: number): Promise<DigestCandidate[]> {
    const cursor = [after?.workspace_id ?? null, after?.user_id ?? null];
    return rows<DigestCandidate>(this.source.manager, DUE, [week.monday, ...cursor, limit]);
  }

  /** Marks a member's digest of the week as sent. @returns the recipient; null when it is no longer due. */
  async claim({ workspace_id, user_id }: DigestCandidate, week: Week, tx: EntityManager): Promise<DigestReader | null> {
    return (await firstRow<DigestReader>(tx, CLAIM, [week.monday, workspace_id, user_id])) ?? null;
  }
}

// SQL, because checking and claiming are one statement, and both join the same three tables.

/**
 * Excludes demos, weeks before the workspace existed, and members who have no access because they lack a required
 * second factor. Sign-ins with an external provider are exempt, because the provider applies its own rules. The next week
 * counts as sent, by a process whose clock is ahead of Monday by seconds, but a later one was of a clock that has been
 * corrected since.
 */
const IS_DUE = `
  u.weekly_digest AND u.verified_at IS NOT NULL AND NOT u.is_demo
  AND m.is_active AND (m.digest_week IS NULL OR m.digest_week NOT BETWEEN $1::date AND $1::date + 7)
  AND w.deleted_at IS NULL AND w.demo_expires_at IS NULL AND w.created_at < ($1::date + 7) AT TIME ZONE 'UTC'
  AND (NOT w.require_second_factor
    OR EXISTS (SELECT FROM second_factors f WHERE f.user_id = u.id AND f.enabled_at IS NOT NULL)
    OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id)
    OR EXISTS (SELECT FROM identities i WHERE i.user_id = u.id AND i.provider <> 'password'))`;

const DUE = `
  SELECT m.workspace_id, m.user_id
  FROM users u JOIN memberships m ON m.user_id = u.id JOIN workspaces w ON w.id = m.workspace_id
  WHERE ${IS_DUE} AND ($2::uuid IS NULL OR (m.workspace_id, m.user_id) > ($2::uuid, $3::uuid))
  ORDER BY m.workspace_id, m.user_id
  LIMIT $4`;

const CLAIM = `
  UPDATE memberships m SET digest_week = $1::date
  FROM users u, workspaces w
  WHERE m.workspace_id = $2 AND m.user_id = $3 AND u.id = m.user_id AND w.id = m.workspace_id AND ${IS_DUE}
  RETURNING u.email, u.display_name AS "displayName"`;
