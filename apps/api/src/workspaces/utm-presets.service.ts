import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { UtmPreset, UtmPresetList, UtmPresetsInput } from '@signpost/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditService } from '../audit/index.js';
import type { Member } from '../platform/access/index.js';
import { UtmPresetEntity } from './utm-preset.entity.js';
import { WorkspacesRepository } from './workspaces.repository.js';

const VALUES = ['source', 'medium', 'term', 'content'] as const;

/** Named tracking values, one short list for the whole workspace. */
@Injectable()
export class UtmPresetsService {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly workspaces: WorkspacesRepository,
    private readonly audit: AuditService,
  ) {}

  async list({ workspaceId }: Member, db: EntityManager = this.source.manager): Promise<UtmPresetList> {
    const found = await db.getRepository(UtmPresetEntity).find({ where: { workspaceId }, order: { position: 'ASC' } });
    return { items: found.map(toPreset) };
  }

  /** Replaces the complete list. */
  async replace(member: Member, { items }: UtmPresetsInput): Promise<UtmPresetList> {
    const { workspaceId } = member;
    return this.source.transaction(async (tx) => {
      await this.workspaces.lock(workspaceId, tx);
      const before = await this.list(member, tx);
      const presets = tx.getRepository(UtmPresetEntity);
      await presets.delete({ workspaceId });
      await presets.insert(
        items.map(({ name, source = null, medium = null, term = null, content = null }, position) => {
          return { workspaceId, position, name, source, medium, term, content };
        }),
      );
      const after = await this.list(member, tx);
      if (JSON.stringify(before) !== JSON.stringify(after)) {
        await this.audit.record(member, 'utm_presets_changed', { detail: { count: items.length } }, tx);
      }
      return after;
    });
  }
}

/** Converts a row to a preset, without unset values. */
function toPreset(preset: UtmPresetEntity): UtmPreset {
  const found: UtmPreset = { name: preset.name };
  for (const key of VALUES) {
    const value = preset[key];
    if (value !== null) found[key] = value;
  }
  return found;
}
