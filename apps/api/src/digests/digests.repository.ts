import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { firstRow, rows } from '../platform/database/index.js';
import type { Week } from './digest-week.js';

/** A member who has not had the digest of a week. */
export interface DigestCandidate {
  readonly workspace_id: string;
  readonly user_id: string;
}

/** Who a digest goes to. */
export interface DigestReader {
  readonly email: string;
  readonly displayName: string | null;
}

/** Who wants digests, and who has had them. Reads over all workspaces: it serves a job, not a person. */
@Injectable()
export class DigestsRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Members whose digest of the week is due, after the cursor, by workspace. */
  listDue(week: Week, after: DigestCandidate | null, limit: number): Promise<DigestCandidate[]> {
    const cursor = [after?.workspace_id ?? null, after?.user_id ?? null];
    return rows<DigestCandidate>(this.source.manager, DUE, [week.monday, ...cursor, limit]);
  }

  /** Notes that a member has had the digest of the week. @returns who they are; null when it is not due any more. */
  async claim({ workspace_id, user_id }: DigestCandidate, week: Week, tx: EntityManager): Promise<DigestReader | null> {
    return (await firstRow<DigestReader>(tx, CLAIM, [week.monday, workspace_id, user_id])) ?? null;
  }
}

// SQL, because asking and taking are one statement, and both ask the same of three tables.

/**
 * None of a demo, none about a week in which the workspace was not there, and none for members that a workspace keeps out
 * because they have no second factor. Who signs in with a provider has done there what the provider asks for.
 */
const IS_DUE = `
  u.weekly_digest AND u.verified_at IS NOT NULL AND NOT u.is_demo
  AND m.is_active AND (m.digest_week IS NULL OR m.digest_week < $1::date)
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
