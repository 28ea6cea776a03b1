import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { In, IsNull, LessThanOrEqual, Not, type DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { UserEntity } from '../auth/index.js';
import { LinkEntity } from '../links/index.js';
import { MembershipEntity } from '../members/index.js';
import { firstRow } from '../platform/database/index.js';
import { WorkspaceEntity } from '../workspaces/index.js';

/** A live demo, and the account that the browser uses. */
export interface LiveDemo {
  readonly slug: string;
  readonly userId: string;
  readonly email: string;
}

/** An expired demo. */
export type ExpiredDemo = Readonly<Pick<WorkspaceEntity, 'id' | 'logoKey'>>;

@Injectable()
export class DemoRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Creates the demo's owner account. The only way to sign in to it is the session that the demo starts. */
  async insertAccount(email: string, now: Date, tx: EntityManager): Promise<string> {
    const id = uuidv7();
    await tx.getRepository(UserEntity).insert({ id, email, verifiedAt: now, isDemo: true });
    return id;
  }

  /** Turns a workspace into a demo. */
  async mark(id: string, values: { expiresAt: Date; tokenHash: Buffer }, tx: EntityManager): Promise<void> {
    const { expiresAt: demoExpiresAt, tokenHash: demoTokenHash } = values;
    await tx.getRepository(WorkspaceEntity).update({ id }, { demoExpiresAt, demoTokenHash });
  }

  findLive(tokenHash: Buffer, now: Date): Promise<LiveDemo | null> {
    return firstRow<LiveDemo>(this.source.manager, FIND_LIVE, [tokenHash, now]);
  }

  listExpired(now: Date, limit: number): Promise<ExpiredDemo[]> {
    return this.source.getRepository(WorkspaceEntity).find({
      where: { demoExpiresAt: LessThanOrEqual(now) },
      order: { demoExpiresAt: 'ASC' },
      take: limit,
    });
  }

  /** Deletes demos with all their data, including clicks, and their accounts. @returns how many still existed. */
  async erase(ids: readonly string[], tx: EntityManager): Promise<number> {
    const players = await tx.getRepository(MembershipEntity).findBy({ workspaceId: In(ids) });
    const ended = { id: In(ids), demoExpiresAt: Not(IsNull()) };
    const { affected } = await tx.getRepository(WorkspaceEntity).delete(ended);
    await tx.getRepository(UserEntity).delete({ id: In(players.map(({ userId }) => userId)), isDemo: true });
    return affected ?? 0;
  }

  /** Backdates the sample links to the beginning of their clicks. */
  async backdateLinks(workspaceId: string, createdAt: Date): Promise<void> {
    await this.source.getRepository(LinkEntity).update({ workspaceId }, { createdAt });
  }
}

// SQL, because it joins tables of three modules.
const FIND_LIVE = `
  SELECT w.slug, m.user_id AS "userId", u.email
  FROM workspaces w
  JOIN memberships m ON m.workspace_id = w.id AND m.role = 'OWNER'
  JOIN users u ON u.id = m.user_id
  WHERE w.demo_token_hash = $1 AND w.demo_expires_at > $2 AND w.deleted_at IS NULL`;
