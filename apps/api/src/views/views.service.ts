import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  LIMITS,
  roleHas,
  type SavedView,
  type SavedViewInput,
  type SavedViewList,
  type UpdateSavedViewInput,
} from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AuditService } from '../audit/index.js';
import { UserEntity } from '../auth/index.js';
import type { Member } from '../platform/access/index.js';
import { fail, failField } from '../platform/errors/index.js';
import { SavedViewEntity } from './saved-view.entity.js';

/** Maximum number of listed shared views. */
const LISTED = 1000;

/** Saved views of the link list: the member's own, and those shared with the workspace. */
@Injectable()
export class ViewsService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly audit: AuditService,
  ) {}

  /** The member's own views and the shared ones, by name. */
  async list({ workspaceId, userId }: Member): Promise<SavedViewList> {
    const found = await this.source.manager
      .createQueryBuilder(SavedViewEntity, 'view')
      .innerJoinAndSelect('view.owner', 'owner')
      .where('view.workspace_id = :workspaceId AND (view.is_shared OR view.user_id = :userId)', { workspaceId, userId })
      .orderBy('lower(view.name)')
      .addOrderBy('view.id')
      .limit(LISTED)
      .getMany();
    return { items: found.map(toRecord) };
  }

  /** @throws ApiError `permission_denied` when a Viewer shares, `view_limit` */
  async create(member: Member, { name, query, shared = false }: SavedViewInput): Promise<SavedView> {
    if (shared) requireSharing(member);
    const { workspaceId, userId } = member;
    return this.source.transaction(async (tx) => {
      const views = tx.getRepository(SavedViewEntity);
      // Serialised per account: concurrent requests could otherwise exceed the limit.
      await tx.getRepository(UserEntity).findOne({ where: { id: userId }, lock: { mode: 'for_no_key_update' } });
      if ((await views.countBy({ workspaceId, userId })) >= LIMITS.viewsPerMember) fail('view_limit');
      const id = uuidv7();
      await views.insert({ id, workspaceId, userId, name, query, isShared: shared });
      if (shared) await this.audit.record(member, 'view_shared', { detail: { name } }, tx);
      return toRecord(await this.get(member, id, tx));
    });
  }

  /**
   * Changes the member's own view; the owner of the workspace may change any shared one.
   * @throws ApiError `view_not_found`, `permission_denied` for another member's shared view, or when a Viewer shares
   */
  async update(member: Member, id: string, input: UpdateSavedViewInput): Promise<SavedView> {
    if (input.name === undefined && input.query === undefined && input.shared === undefined) {
      failField('', 'fields_needed');
    }
    return this.source.transaction(async (tx) => {
      const view = await this.lockChangeable(member, id, tx);
      const before = { name: view.name, query: view.query, isShared: view.isShared };
      const after = {
        name: input.name ?? before.name,
        query: input.query ?? before.query,
        isShared: input.shared ?? before.isShared,
      };
      if (after.isShared) requireSharing(member);
      if (JSON.stringify(before) === JSON.stringify(after)) return toRecord(view);
      await tx.getRepository(SavedViewEntity).update({ workspaceId: member.workspaceId, id }, after);
      if (after.isShared || before.isShared) {
        const type = !after.isShared ? 'view_unshared' : before.isShared ? 'view_changed' : 'view_shared';
        await this.audit.record(member, type, { detail: { name: after.name } }, tx);
      }
      return toRecord(Object.assign(view, after));
    });
  }

  /** @throws ApiError `view_not_found`, `permission_denied` for another member's shared view */
  async delete(member: Member, id: string): Promise<void> {
    await this.source.transaction(async (tx) => {
      const view = await this.lockChangeable(member, id, tx);
      await tx.getRepository(SavedViewEntity).delete({ workspaceId: member.workspaceId, id });
      if (view.isShared) await this.audit.record(member, 'view_unshared', { detail: { name: view.name } }, tx);
    });
  }

  private async lockChangeable(member: Member, id: string, tx: EntityManager): Promise<SavedViewEntity> {
    const { workspaceId } = member;
    await tx
      .getRepository(SavedViewEntity)
      .findOne({ where: { workspaceId, id }, lock: { mode: 'pessimistic_write' } });
    const view = await this.get(member, id, tx);
    if (view.userId === member.userId || member.role === 'OWNER') return view;
    return view.isShared ? fail('permission_denied') : fail('view_not_found');
  }

  private async get({ workspaceId }: Member, id: string, tx: EntityManager): Promise<SavedViewEntity> {
    const view = await tx
      .getRepository(SavedViewEntity)
      .findOne({ where: { workspaceId, id }, relations: { owner: true } });
    return view ?? fail('view_not_found');
  }
}

function requireSharing(member: Member): void {
  if (!roleHas(member.role, 'links.manage')) fail('permission_denied');
}

function toRecord({ id, name, query, isShared, userId, owner }: SavedViewEntity): SavedView {
  return { id, name, query, shared: isShared, owner: { id: userId, email: owner?.email ?? '' } };
}
