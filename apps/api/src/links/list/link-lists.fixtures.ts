import type { TestDatabase } from '@signpost/testing';
import { DataSource } from 'typeorm';
import { LinksRepository } from '../crud/links.repository.js';
import { selectLinks, type PageCut, type SelectionScope } from './link-selection.js';
import type { LinkListDto } from './links-list.dto.js';

export interface Answer {
  readonly ids: string[];
  readonly total: number;
}

/** Reads link lists from a test database as the application does. */
export class LinkLists {
  private constructor(readonly source: DataSource) {}

  static async of(database: TestDatabase): Promise<LinkLists> {
    return new LinkLists(await new DataSource({ type: 'postgres', url: database.url }).initialize());
  }

  async find(scope: SelectionScope, filter: LinkListDto, cut: PageCut): Promise<Answer> {
    const { records, total } = await new LinksRepository(this.source).findPage(selectLinks(scope, filter), cut);
    return { ids: records.map(({ id }) => id), total };
  }

  close(): Promise<void> {
    return this.source.destroy();
  }
}
