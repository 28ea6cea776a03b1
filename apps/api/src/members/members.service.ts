import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Member as MemberView, MemberList, MemberOptions, UpdateMemberInput } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditService } from '../audit/index.js';
import type { Member } from '../platform/access/index.js';
import { fail } from '../platform/errors/index.js';
import { MembersRepository, type MemberRecord } from './members.repository.js';

/** Members of a workspace and their roles. Every change applies from the next request on, in every process. */
@Injectable()
export class MembersService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly members: MembersRepository,
    private readonly audit: AuditService,
  ) {}

  async list(member: Member): Promise<MemberList> {
    return { items: (await this.members.list(member.workspaceId)).map(toView) };
  }

  /** Active members, for selection lists. */
  async options(member: Member): Promise<MemberOptions> {
    return { items: await this.members.listActive(member.workspaceId) };
  }

  /** Changes role and activity. @throws ApiError `member_not_found`, `owner_protected` */
  async update(member: Member, userId: string, input: UpdateMemberInput): Promise<MemberView> {
    return this.source.transaction(async (tx) => {
      const before = await this.lock(member, userId, tx);
      const after = {
        ...before,
        role: input.role ?? before.role,
        isActive: input.isActive ?? before.isActive,
      };
      if (after.role === before.role && after.isActive === before.isActive) return toView(before);
      if (before.role === 'OWNER') fail('owner_protected');
      await this.members.update(member.workspaceId, userId, after, tx);
      const who = { userId, email: before.email };
      if (after.role !== before.role) {
        const detail = { ...who, from: before.role, to: after.role };
        await this.audit.record(member, 'member_role_changed', { detail }, tx);
      }
      if (after.isActive !== before.isActive) {
        // An inactive member cannot be responsible for links.
        if (!after.isActive) await this.members.clearResponsibility(member, userId, tx);
        await this.audit.record(
          member,
          'member_activity_changed',
          { detail: { ...who, isActive: after.isActive } },
          tx,
        );
      }
      return toView(after);
    });
  }

  /** Removes a member. @throws ApiError `member_not_found`, `owner_protected` */
  async remove(member: Member, userId: string): Promise<void> {
    await this.source.transaction(async (tx) => {
      const removed = await this.lock(member, userId, tx);
      if (removed.role === 'OWNER') fail('owner_protected');
      await this.members.clearResponsibility(member, userId, tx);
      await this.members.delete(member.workspaceId, userId, tx);
      await this.audit.record(member, 'member_removed', { detail: { userId, email: removed.email } }, tx);
    });
  }

  /** Transfers ownership; the former owner becomes a member. Transferring to oneself changes nothing. */
  async transferOwnership(member: Member, userId: string): Promise<void> {
    await this.source.transaction(async (tx) => {
      // The caller is locked first: of two concurrent transfers, the second finds that the caller is no longer the
      // owner.
      const former = await this.lock(member, member.userId, tx);
      if (former.role !== 'OWNER') fail('permission_denied');
      if (userId === member.userId) return;
      const next = await this.lock(member, userId, tx);
      if (!next.isActive) fail('member_inactive');
      await this.members.update(member.workspaceId, former.userId, { role: 'MEMBER', isActive: true }, tx);
      await this.members.update(member.workspaceId, next.userId, { role: 'OWNER', isActive: true }, tx);
      const detail = {
        from: { userId: former.userId, email: former.email },
        to: { userId: next.userId, email: next.email },
      };
      await this.audit.record(member, 'ownership_transferred', { detail }, tx);
    });
  }

  private async lock(member: Member, userId: string, tx: EntityManager): Promise<MemberRecord> {
    return (await this.members.lock(member.workspaceId, userId, tx)) ?? fail('member_not_found');
  }
}

function toView({ createdAt, ...member }: MemberRecord): MemberView {
  return { ...member, createdAt: createdAt.toISOString() };
}
