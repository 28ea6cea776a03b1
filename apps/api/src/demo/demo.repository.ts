import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { firstRow, rows } from '../platform/database/index.js';

/** A demo that has not ended: where it is, and the account that the browser plays. */
export interface LiveDemo {
  readonly slug: string;
  readonly userId: string;
  readonly email: string;
}

/** A demo whose time is over. */
export interface ExpiredDemo {
  readonly id: string;
  readonly logoKey: string | null;
}

interface LiveRow {
  slug: string;
  user_id: string;
  email: string;
}

@Injectable()
export class DemoRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Makes the account that plays the owner. It has no way in but the session that the demo starts. */
  async insertAccount(email: string, now: Date, tx: EntityManager): Promise<string> {
    const id = uuidv7();
    await rows(tx, 'INSERT INTO users (id, email, verified_at, is_demo) VALUES ($1, $2, $3, true)', [id, email, now]);
    return id;
  }

  /** Turns a workspace into a demo. */
  async mark(id: string, values: { expiresAt: Date; tokenHash: Buffer }, tx: EntityManager): Promise<void> {
    await rows(tx, MARK, [id, values.expiresAt, values.tokenHash]);
  }

  async findLive(tokenHash: Buffer, now: Date): Promise<LiveDemo | null> {
    const row = await firstRow<LiveRow>(this.source.manager, FIND_LIVE, [tokenHash, now]);
    return row === null ? null : { slug: row.slug, userId: row.user_id, email: row.email };
  }

  async listExpired(now: Date, limit: number): Promise<ExpiredDemo[]> {
    const found = await rows<{ id: string; logo_key: string | null }>(this.source.manager, LIST_EXPIRED, [now, limit]);
    return found.map(({ id, logo_key }) => ({ id, logoKey: logo_key }));
  }

  /** Erases demos with everything in them, clicks too, and their accounts. @returns how many were still there. */
  async erase(ids: readonly string[], tx: EntityManager): Promise<number> {
    const users = await rows<{ user_id: string }>(tx, PLAYERS, [ids]);
    const erased = await rows(tx, ERASE, [ids]);
    await rows(tx, 'DELETE FROM users WHERE is_demo AND id = ANY($1::uuid[])', [users.map(({ user_id }) => user_id)]);
    return erased.length;
  }

  /** Lets the sample links be as old as their clicks. */
  async backdateLinks(workspaceId: string, createdAt: Date): Promise<void> {
    await rows(this.source.manager, 'UPDATE links SET created_at = $2 WHERE workspace_id = $1', [
      workspaceId,
      createdAt,
    ]);
  }
}

const MARK = 'UPDATE workspaces SET demo_expires_at = $2, demo_token_hash = $3 WHERE id = $1';

const FIND_LIVE = `
  SELECT w.slug, m.user_id, u.email
  FROM workspaces w
  JOIN memberships m ON m.workspace_id = w.id AND m.role = 'OWNER'
  JOIN users u ON u.id = m.user_id
  WHERE w.demo_token_hash = $1 AND w.demo_expires_at > $2 AND w.deleted_at IS NULL`;

const LIST_EXPIRED = `
  SELECT id, logo_key FROM workspaces WHERE demo_expires_at <= $1 ORDER BY demo_expires_at LIMIT $2`;

const PLAYERS = 'SELECT user_id FROM memberships WHERE workspace_id = ANY($1::uuid[])';
const ERASE = 'DELETE FROM workspaces WHERE id = ANY($1::uuid[]) AND demo_expires_at IS NOT NULL RETURNING id';
