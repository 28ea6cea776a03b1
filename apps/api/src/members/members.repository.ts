import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LISTED, type Member, type MemberOptions, type Role } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import type { Actor } from '../platform/access/index.js';
import { execute, firstRow, rows, UUID_V7, wasInserted } from '../platform/database/index.js';
import { MembershipEntity } from './membership.entity.js';

/** One membership, with the address of its account. */
export interface MemberRecord {
  readonly userId: string;
  readonly email: string;
  readonly displayName: string | null;
  readonly role: Role;
  readonly isActive: boolean;
  readonly createdAt: Date;
  /** Sign-in methods of the member. */
  readonly ways: Member['ways'];
  readonly hasSecondFactor: boolean;
}

@Injectable()
export class MembersRepository {
  constructor(@InjectDataSource() private readonly source: DataSource) {}

  /** Every membership, the owner first, then by age of the membership. */
  list(workspaceId: string): Promise<MemberRecord[]> {
    return rows<MemberRecord>(this.source.manager, LIST, [workspaceId]);
  }

  /** Active members by address. */
  async listActive(workspaceId: string): Promise<MemberOptions['items']> {
    const found = await this.source.getRepository(MembershipEntity).find({
      where: { workspaceId, isActive: true },
      relations: { user: true },
      order: { user: { email: 'ASC' } },
      take: LISTED.members,
    });
    return found.flatMap(({ userId, user }) =>
      user === undefined ? [] : [{ userId, email: user.email, displayName: user.displayName }],
    );
  }

  /** One membership, locked until the transaction ends. */
  lock(workspaceId: string, userId: string, tx: EntityManager): Promise<MemberRecord | null> {
    return firstRow<MemberRecord>(tx, `${FIND} AND m.user_id = $2 FOR UPDATE OF m`, [workspaceId, userId]);
  }

  /** Whether the address belongs to a member, active or not. */
  hasEmail(workspaceId: string, email: string, db: EntityManager): Promise<boolean> {
    return db.getRepository(MembershipEntity).existsBy({ workspaceId, user: { email } });
  }

  /**
   * Adds a member and closes their open invitation; an existing membership stays unchanged. The caller must hold the
   * workspace's lock, which inviting takes too. @returns whether it was added.
   */
  async insert(workspaceId: string, userId: string, role: Role, tx: EntityManager): Promise<boolean> {
    const insert = tx.createQueryBuilder().insert().into(MembershipEntity).values({ workspaceId, userId, role });
    const isAdded = wasInserted(await insert.orIgnore().returning('user_id').execute());
    if (isAdded) await this.closeInvitations(userId, tx);
    return isAdded;
  }

  /** Closes the open invitations to the account's address from workspaces that it belongs to. */
  async closeInvitations(userId: string, tx: EntityManager): Promise<void> {
    await execute(tx, CLOSE_INVITATIONS, [userId]);
  }

  async update(
    workspaceId: string,
    userId: string,
    { role, isActive }: { role: Role; isActive: boolean },
    tx: EntityManager,
  ): Promise<void> {
    await tx.getRepository(MembershipEntity).update({ workspaceId, userId }, { role, isActive });
  }

  async delete(workspaceId: string, userId: string, tx: EntityManager): Promise<void> {
    await tx.getRepository(MembershipEntity).delete({ workspaceId, userId });
  }

  /**
   * Removes the user as responsible member of links, including deleted ones, with a history entry by the actor for
   * each.
   */
  async clearResponsibility(actor: Actor, userId: string, tx: EntityManager): Promise<void> {
    await execute(tx, CLEAR_RESPONSIBILITY, [actor.workspaceId, userId, actor.userId]);
  }
}

// SQL, because it aggregates each member's sign-in methods.
const FIND = `
  SELECT m.user_id AS "userId", u.email, u.display_name AS "displayName", m.role, m.is_active AS "isActive",
    m.created_at AS "createdAt",
    ARRAY(SELECT i.provider FROM identities i WHERE i.user_id = u.id ORDER BY i.created_at, i.id)
      || ARRAY(SELECT 'passkey'::text FROM passkeys p WHERE p.user_id = u.id LIMIT 1) AS ways,
    EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = u.id AND f.enabled_at IS NOT NULL)
      OR EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = u.id) AS "hasSecondFactor"
  FROM memberships m JOIN users u ON u.id = m.user_id
  WHERE m.workspace_id = $1`;

const LIST = `${FIND} ORDER BY m.role = 'OWNER' DESC, m.created_at, m.user_id LIMIT ${LISTED.members}`;

// SQL, because it finds the invitations of several workspaces by what two other tables say.
const CLOSE_INVITATIONS = `
  UPDATE invitations i SET closed_at = now()
  FROM memberships m JOIN users u ON u.id = m.user_id
  WHERE u.id = $1 AND i.workspace_id = m.workspace_id AND i.email = u.email AND i.closed_at IS NULL`;

// SQL, because it changes many rows and inserts as many entries. Links are locked in id order, as in every statement
// that changes several.
const CLEAR_RESPONSIBILITY = `
  WITH held AS (
    SELECT id FROM links WHERE workspace_id = $1 AND responsible_user_id = $2 ORDER BY id FOR NO KEY UPDATE
  ), cleared AS (
    UPDATE links l SET responsible_user_id = NULL, updated_at = now() FROM held WHERE l.id = held.id RETURNING l.id
  )
  INSERT INTO link_history (id, workspace_id, link_id, actor_id, action, changes)
  SELECT ${UUID_V7}, $1, id, $3, 'updated',
    jsonb_build_array(jsonb_build_object('field', 'responsibleUserId', 'from', $2::uuid, 'to', NULL))
  FROM cleared`;
