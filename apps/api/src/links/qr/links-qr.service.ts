import { Injectable, StreamableFile, type OnApplicationShutdown } from '@nestjs/common';
import { LIMITS, problem } from '@signpost/contracts';
import { isQrReadable, parseQrColor, SCAN_QUERY } from '@signpost/domain';
import type { Member } from '../../platform/access/index.js';
import { failWith } from '../../platform/errors/index.js';
import { pictureTurns } from '../../platform/pictures.js';
import { ObjectStorage } from '../../platform/storage/index.js';
import { BackgroundThread } from '../../platform/work/index.js';
import { LinksService } from '../crud/links.service.js';
import type { QrDto } from './links-qr.dto.js';
import type { QrOrder } from './qr-code.worker.js';

/** QR codes of links. What leaves here has been read back before. */
@Injectable()
export class LinksQrService implements OnApplicationShutdown {
  private readonly thread = new BackgroundThread<QrOrder, Uint8Array | null>(
    new URL('./qr-code.worker.js', import.meta.url),
    () => import('./qr-code.worker.js'),
  );

  constructor(
    private readonly service: LinksService,
    private readonly storage: ObjectStorage,
  ) {}

  /**
   * The code of the link's short URL.
   * @throws ApiError `qr_unreadable` for colours too close to each other, or a code that would not scan at that size;
   *   `busy`
   */
  async draw(member: Member, id: string, query: QrDto): Promise<StreamableFile> {
    const link = await this.service.get(member, id);
    const format = query.format ?? 'svg';
    const size = query.size ?? LIMITS.qrSizeDefault;
    const foreground = parseQrColor(query.foreground ?? '000000') ?? '000000';
    const background = parseQrColor(query.background ?? 'ffffff') ?? 'ffffff';
    if (!isQrReadable(foreground, background)) {
      failWith('qr_unreadable', problem('foreground', 'qr_contrast'));
    }
    const logo = query.logo === '1' || query.logo === 'true' ? await this.logoOf(member) : null;
    const isCounted = query.scans === '1' || query.scans === 'true';
    const spec = {
      text: isCounted ? `${link.shortUrl}?${SCAN_QUERY}` : link.shortUrl,
      size,
      foreground,
      background,
      logo,
    };
    const code = await pictureTurns.take(() => this.thread.run({ spec, format }));
    if (code === null) {
      failWith('qr_unreadable', problem('size', 'qr_too_small'));
    }
    return new StreamableFile(code, {
      type: format === 'svg' ? 'image/svg+xml' : 'image/png',
      disposition: `inline; filename="${link.slug}.${format}"`,
      length: code.length,
    });
  }

  onApplicationShutdown(): Promise<void> {
    return this.thread.close();
  }

  /** Null without a logo, also when its file is gone: the plain code is what can be had. */
  private async logoOf({ workspace }: Member): Promise<Buffer | null> {
    return workspace.logoKey === null ? null : this.storage.read(workspace.logoKey);
  }
}
