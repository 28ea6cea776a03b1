import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { problem, type RenameTagInput, type Tag, type TagList } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AuditService } from '../audit/index.js';
import type { Member } from '../platform/access/index.js';
import { fail, violates } from '../platform/errors/index.js';
import { TagsRepository } from './tags.repository.js';

@Injectable()
export class TagsService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly tags: TagsRepository,
    private readonly audit: AuditService,
  ) {}

  /** All tags with the number of their live links. */
  async list({ workspaceId }: Member): Promise<TagList> {
    return { items: await this.tags.list(workspaceId) };
  }

  /** Creates a tag, or returns the existing one with that name. */
  create(member: Member, name: string): Promise<{ tag: Tag; created: boolean }> {
    return this.source.transaction(async (tx) => {
      const id = uuidv7();
      const created = await this.tags.insert(member.workspaceId, id, name, tx);
      const tag = await this.tags.findByName(member.workspaceId, name, tx);
      if (tag === null) fail('conflict');
      if (created) await this.audit.record(member, 'tag_created', { detail: { id, name } }, tx);
      return { tag, created };
    });
  }

  /**
   * Renames a tag; its links keep it. A name that another tag has is refused, unless `merge` is set: then its links get
   * the other tag, which is returned, and this one is deleted.
   */
  async rename(member: Member, id: string, input: RenameTagInput): Promise<Tag> {
    const renamed = this.source.transaction(async (tx) => {
      const other = await this.tags.findByName(member.workspaceId, input.name, tx);
      const locked = await this.tags.lock(member.workspaceId, other === null ? [id] : [id, other.id], tx);
      const former = locked.get(id) ?? fail('tag_not_found');
      if (other !== null && other.id !== id) {
        if (input.merge !== true || !locked.has(other.id)) failTaken();
        await this.merge(member, { id, name: former }, other, tx);
        return (await this.tags.find(member.workspaceId, other.id, tx)) ?? fail('tag_not_found');
      }
      if (former !== input.name) {
        await this.tags.rename(member.workspaceId, id, input.name, tx);
        const detail = { id, from: former, to: input.name };
        await this.audit.record(member, 'tag_updated', { detail }, tx);
      }
      return (await this.tags.find(member.workspaceId, id, tx)) ?? fail('tag_not_found');
    });
    return renamed.catch((error: unknown) => {
      if (violates(error, 'tags_name_key')) failTaken();
      throw error;
    });
  }

  /** Deletes a tag; its links remain without it. */
  async delete(member: Member, id: string): Promise<void> {
    await this.source.transaction(async (tx) => {
      const name = (await this.tags.lock(member.workspaceId, [id], tx)).get(id) ?? fail('tag_not_found');
      await this.tags.recordRemoval(member, id, null, tx);
      await this.tags.delete(member.workspaceId, id, tx);
      await this.audit.record(member, 'tag_deleted', { detail: { id, name } }, tx);
    });
  }

  private async merge(
    member: Member,
    tag: { id: string; name: string },
    into: { id: string; name: string },
    tx: EntityManager,
  ): Promise<void> {
    await this.tags.recordRemoval(member, tag.id, into.id, tx);
    await this.tags.copyLinks(member.workspaceId, tag.id, into.id, tx);
    await this.tags.delete(member.workspaceId, tag.id, tx);
    const detail = { id: tag.id, from: tag.name, to: into.name, mergedInto: into.id };
    await this.audit.record(member, 'tag_updated', { detail }, tx);
  }
}

function failTaken(): never {
  fail('tag_taken', { errors: [problem('name', 'tag_taken')] });
}
