import type { TestDatabase } from '@signpost/testing';
import { DataSource } from 'typeorm';
import { LinkColumnsRepository } from './link-columns.repository.js';
import { LinkColumnsService, type PageCut } from './link-columns.service.js';
import { selectLinks, type SelectionScope } from './link-selection.js';
import type { LinkListDto } from './links-list.dto.js';
import { LinksRepository } from '../crud/links.repository.js';

export interface Answer {
  readonly ids: string[];
  readonly total: number;
}

/** Keeps small workspaces too. */
export class Columns extends LinkColumnsService {
  protected override readonly leastLinks: number = 1;

  /** Finds ids alone. */
  ids(scope: SelectionScope, filter: LinkListDto, cut: PageCut): Promise<Answer | null> {
    const found = this.page(scope, filter, cut, (ids) => Promise.resolve([...ids]));
    return found.then((page) => page && { ids: page.records, total: page.total });
  }
}

/** Both ways to a page of links, for tests that hold them together: from memory, and by the database alone. */
export class LinkLists {
  readonly columns: Columns;
  private readonly links: LinksRepository;

  private constructor(readonly source: DataSource) {
    this.columns = new Columns(source, new LinkColumnsRepository());
    this.links = new LinksRepository(source);
  }

  static async of(database: TestDatabase): Promise<LinkLists> {
    return new LinkLists(await new DataSource({ type: 'postgres', url: database.url, poolSize: 12 }).initialize());
  }

  /** Has a workspace read into memory. */
  keep(workspaceId: string): Promise<void> {
    return this.columns.read(workspaceId, 1);
  }

  /** Null where memory does not know. */
  async inMemory(scope: SelectionScope, filter: LinkListDto, cut: PageCut): Promise<Answer | null> {
    const found = await this.columns.page(scope, filter, cut, (ids, tx) =>
      this.links.findMany(scope.workspaceId, ids, tx),
    );
    return found === null ? null : { ids: found.records.map(({ id }) => id), total: found.total };
  }

  async inDatabase(scope: SelectionScope, filter: LinkListDto, cut: PageCut): Promise<Answer> {
    const { records, total } = await this.links.findPage(selectLinks(scope, filter), cut);
    return { ids: records.map(({ id }) => id), total };
  }

  async close(): Promise<void> {
    this.columns.onModuleDestroy();
    await this.source.destroy();
  }
}
