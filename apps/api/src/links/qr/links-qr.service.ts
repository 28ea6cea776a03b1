import { Injectable, StreamableFile, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS, problem, type QrCodes, type QrEyes, type QrStyle } from '@signpost/contracts';
import { isQrReadable, parseQrColor, SCAN_QUERY } from '@signpost/domain';
import type { DataSource } from 'typeorm';
import type { Member } from '../../platform/access/index.js';
import { failWith } from '../../platform/errors/index.js';
import { pictureQueue } from '../../platform/pictures.js';
import { ObjectStorage } from '../../platform/storage/index.js';
import { BackgroundThread } from '../../platform/work/index.js';
import { WorkspaceViews } from '../../workspaces/index.js';
import { BulkSelections } from '../bulk/bulk-selections.js';
import { LinksService } from '../crud/links.service.js';
import type { QrCodesDto, QrDto } from './links-qr.dto.js';
import type { QrSpec } from './qr-code.js';
import type { QrOrder } from './qr-code.worker.js';

/** Side length, in SVG units, of each code in a bulk request. */
const SHEET_SIZE = 512;

/** QR codes of links. Every code is verified by decoding it before it is returned. */
@Injectable()
export class LinksQrService implements OnApplicationShutdown {
  private readonly thread = new BackgroundThread<QrOrder, Uint8Array | null>(
    new URL('./qr-code.worker.js', import.meta.url),
    () => import('./qr-code.worker.js'),
  );

  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly service: LinksService,
    private readonly selections: BulkSelections,
    private readonly views: WorkspaceViews,
    private readonly storage: ObjectStorage,
  ) {}

  /**
   * The code of the link's short URL.
   * @throws ApiError `qr_unreadable` for colours with too little contrast, or a code that would not scan at that size;
   *   `busy`; the reason of `gone` once that is aborted
   */
  async draw(member: Member, id: string, query: QrDto, gone: AbortSignal): Promise<StreamableFile> {
    const link = await this.service.get(member, id);
    const format = query.format ?? 'svg';
    const look = lookOf(query);
    const size = query.size ?? LIMITS.qrSizeDefault;
    const logo = isOn(query.logo) ? await this.logoOf(member) : null;
    const code = await this.code({ ...look, text: textOf(link.shortUrl, isOn(query.scans)), size, logo }, format, gone);
    return new StreamableFile(code, {
      type: format === 'svg' ? 'image/svg+xml' : 'image/png',
      disposition: `inline; filename="${link.slug}.${format}"`,
      length: code.length,
    });
  }

  /**
   * The codes of many links, without a logo, in the order of the selected ids, or newest first for a filter.
   * @throws ApiError as {@link draw}, and as every bulk request for the selection
   */
  async drawMany(
    member: Member,
    { selection, scans = false, ...input }: QrCodesDto,
    gone: AbortSignal,
  ): Promise<QrCodes> {
    const look = lookOf(input);
    const links = await this.selections.read(member, selection, this.source.manager);
    const base = this.views.shortUrlBase(member.workspace.slug, member.workspace.linkPrefix);
    const items: QrCodes['items'] = [];
    for (const { id, slug, title } of links) {
      const shortUrl = `${base}/${slug}`;
      const svg = await this.code(
        { ...look, text: textOf(shortUrl, scans), size: SHEET_SIZE, logo: null },
        'svg',
        gone,
      );
      items.push({ id, slug, shortUrl, title, svg: Buffer.from(svg).toString() });
    }
    return { items };
  }

  /** Drawn one at a time, so that other requests' codes get their turn in between, and none for a client that has left. */
  private async code(spec: QrSpec, format: 'svg' | 'png', gone: AbortSignal): Promise<Uint8Array> {
    const code = await pictureQueue.run(async () => {
      gone.throwIfAborted();
      return this.thread.run({ spec, format });
    });
    return code ?? failWith('qr_unreadable', problem('size', 'qr_too_small'));
  }

  onApplicationShutdown(): Promise<void> {
    return this.thread.close();
  }

  /** Null without a logo, also when its file is missing: the code is then drawn without it. */
  private async logoOf({ workspace }: Member): Promise<Buffer | null> {
    return workspace.logoKey === null ? null : this.storage.read(workspace.logoKey);
  }
}

interface Look {
  readonly style?: QrStyle;
  readonly eyes?: QrEyes;
  readonly foreground?: string;
  readonly background?: string;
}

/** @throws ApiError `qr_unreadable` */
function lookOf({ style = 'squares', eyes = 'square', ...given }: Look): Required<Look> {
  const foreground = parseQrColor(given.foreground ?? '000000') ?? '000000';
  const background = parseQrColor(given.background ?? 'ffffff') ?? 'ffffff';
  if (!isQrReadable(foreground, background)) failWith('qr_unreadable', problem('foreground', 'qr_contrast'));
  return { style, eyes, foreground, background };
}

function textOf(shortUrl: string, isCounted: boolean): string {
  return isCounted ? `${shortUrl}?${SCAN_QUERY}` : shortUrl;
}

function isOn(flag: string | undefined): boolean {
  return flag === '1' || flag === 'true';
}
