import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, type StreamableFile } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { CSV_COLUMNS, CSV_RESULT_COLUMNS, roleHas, type CsvColumn, type CsvResultColumn } from '@signpost/contracts';
import { csvLine, keptPathInCell } from '@signpost/domain';
import type { DataSource, EntityManager } from 'typeorm';
import { AuditService } from '../../audit/index.js';
import type { Member } from '../../platform/access/index.js';
import { Config } from '../../platform/config/index.js';
import { execute, rows } from '../../platform/database/index.js';
import { csvDownload, streamedFile } from '../../platform/http/index.js';
import { storageUnavailable } from '../../platform/storage/index.js';
import { WorkspaceViews } from '../../workspaces/index.js';
import { ExportTurns } from './export-turns.js';
import { orderOf } from '../list/link-selection.js';
import { LinkSelections } from '../list/link-selections.js';
import type { LinkExportDto } from '../list/links-list.dto.js';
import { ALIASES_OF_LINK, KEPT_PATHS_OF_LINK, TAGS_OF_LINK } from '../record/tags-and-aliases.sql.js';

/** Lines per chunk of output. */
const LINES_PER_CHUNK = 200;
/** Rows read at once: a link has at most some ten kilobytes, and each reading costs a round trip. */
const ROWS_PER_FETCH = 1000;
/** What writing fails with when the disk is full, over a quota, or broken; never a connection to the database. */
const DISK_ERRORS = new Set<string | undefined>(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS']);
/** Media type and name of the file (decisions 9). */
export const exportFile = ({ workspace }: Member) => csvDownload(`links-${workspace.slug}`);

type Column = Exclude<CsvColumn, 'password'> | CsvResultColumn;

/**
 * Passwords are never exported; `is_protected` is, so that an import asks for a new password instead of making the link
 * public.
 */
const COLUMNS: readonly Column[] = [
  ...CSV_COLUMNS.filter((column): column is Exclude<CsvColumn, 'password'> => column !== 'password'),
  ...CSV_RESULT_COLUMNS,
];

/** Exports links as a CSV file that can be imported again. */
@Injectable()
export class LinksExportService {
  private readonly turns = new ExportTurns();

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly audit: AuditService,
    private readonly views: WorkspaceViews,
    private readonly selections: LinkSelections,
    private readonly config: Config,
  ) {}

  /**
   * All links as of one snapshot. They are read into a file without a name, which is then sent: a slow client holds neither
   * a connection nor a snapshot, which would keep old row versions and slow down every visit. Memory use does not depend on
   * the file's size.
   * @param gone aborted when the client disconnects, which ends the reading.
   */
  async export(member: Member, query: LinkExportDto, gone: AbortSignal): Promise<StreamableFile> {
    await this.turns.take(member.userId);
    try {
      const file = await this.fileOf(member, query, gone);
      this.turns.read(member.userId);
      const { size } = await file.stat();
      const stream = file.createReadStream({ start: 0 }).once('close', () => this.turns.end(member.userId));
      return streamedFile(stream, { ...exportFile(member), length: size });
    } catch (error) {
      this.turns.end(member.userId);
      throw error;
    }
  }

  /** The exported text in a file that is gone once it is closed. */
  private async fileOf(member: Member, query: LinkExportDto, gone: AbortSignal): Promise<FileHandle> {
    const file = await this.openFile().catch((error: unknown) => {
      throw storageUnavailable(error);
    });
    try {
      await writeFile(file, this.linesOf(member, query, gone));
      return file;
    } catch (error) {
      await file.close();
      throw DISK_ERRORS.has((error as NodeJS.ErrnoException).code) ? storageUnavailable(error) : error;
    }
  }

  private async openFile(): Promise<FileHandle> {
    const folder = join(this.config.dataDir, 'exports');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, randomUUID());
    const file = await open(path, 'wx+', 0o600);
    await rm(path).catch(async (error: unknown) => {
      await file.close();
      throw error;
    });
    return file;
  }

  private async *linesOf(member: Member, query: LinkExportDto, gone: AbortSignal): AsyncGenerator<string> {
    const columns = COLUMNS.filter((column) => column !== 'notes' || roleHas(member.role, 'links.manage'));
    const { prelude, whereAll, parameters } = this.selections.of(member, query);
    const sql = `${prelude} ${SELECT} WHERE ${whereAll} ORDER BY ${orderOf(query.sort ?? '-createdAt').by()}`;
    const { slug, linkPrefix } = member.workspace;
    const runner = this.source.createQueryRunner();
    try {
      await runner.startTransaction();
      // All rows are wanted: by default the database plans for the first tenth.
      await execute(runner.manager, 'SET LOCAL cursor_tuple_fraction = 1');
      await execute(runner.manager, `DECLARE exported NO SCROLL CURSOR FOR ${sql}`, parameters);
      yield* csvOf(fetchAll(runner.manager, gone), columns, this.views.shortUrlBase(slug, linkPrefix));
      await this.audit.record(member, 'links_exported', {}, runner.manager);
      await runner.commitTransaction();
    } finally {
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      await runner.release();
    }
  }
}

/**
 * Rows of the cursor `exported`. The cursor is one of SQL because the driver's stream waits for ever on a connection that
 * breaks.
 */
async function* fetchAll(db: EntityManager, gone: AbortSignal): AsyncGenerator<ExportRow> {
  for (;;) {
    gone.throwIfAborted();
    const links = await rows<ExportRow>(db, `FETCH ${ROWS_PER_FETCH} FROM exported`);
    yield* links;
    if (links.length < ROWS_PER_FETCH) return;
  }
}

async function* csvOf(
  links: AsyncIterable<ExportRow>,
  columns: readonly Column[],
  shortUrlBase: string,
): AsyncGenerator<string> {
  let chunk = csvLine(columns);
  let lines = 1;
  for await (const cells of links) {
    const row: Readonly<Record<Column, Cell>> = {
      ...cells,
      short_url: `${shortUrlBase}/${cells.slug}`,
      // An import splits them at `|` and decodes them once.
      kept_paths: cells.kept_paths.map(keptPathInCell),
    };
    chunk += csvLine(columns.map((column) => cellOf(row[column])));
    lines += 1;
    if (lines < LINES_PER_CHUNK) continue;
    yield chunk;
    chunk = '';
    lines = 0;
  }
  if (chunk !== '') yield chunk;
}

type Cell = string | number | boolean | Date | object | null;
type ExportRow = Record<Exclude<Column, 'short_url'>, Cell> & { slug: string; kept_paths: string[] };

function cellOf(value: Cell): string | number | boolean | null {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.join('|');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** Columns that are not simply the field of that name. */
const CELLS: Readonly<Partial<Record<Column, string>>> = {
  // A link in a campaign uses the campaign's medium unless it has its own; the campaign's name has its own column.
  utm_medium: 'coalesce(l.utm_medium, campaign.utm_medium)',
  archived: 'l.archived_at IS NOT NULL',
  tags: TAGS_OF_LINK,
  aliases: ALIASES_OF_LINK,
  kept_paths: KEPT_PATHS_OF_LINK,
  campaign: 'campaign.utm_campaign',
  responsible: 'responsible.email',
  is_protected: 'l.password_hash IS NOT NULL',
  lifetime_clicks: 'c.lifetime_clicks',
};

const SELECT = `
  SELECT ${COLUMNS.filter((column) => column !== 'short_url')
    .map((column) => `${CELLS[column] ?? `l.${column}`} AS ${column}`)
    .join(', ')}
  FROM links l
  JOIN link_counters c ON c.link_id = l.id
  LEFT JOIN campaigns campaign ON campaign.workspace_id = l.workspace_id AND campaign.id = l.campaign_id
  LEFT JOIN users responsible ON responsible.id = l.responsible_user_id`;
