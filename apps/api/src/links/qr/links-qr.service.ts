import { Injectable, StreamableFile } from '@nestjs/common';
import { LIMITS } from '@signpost/contracts';
import { isQrReadable, parseQrColor } from '@signpost/domain';
import type { Member } from '../../platform/access/index.js';
import { fail } from '../../platform/errors/index.js';
import { ObjectStorage } from '../../platform/storage/index.js';
import { LinksService } from '../crud/links.service.js';
import type { QrDto } from './links-qr.dto.js';
import { drawQrCode } from './qr-code.js';

/** QR codes of links. What leaves here has been read back before. */
@Injectable()
export class LinksQrService {
  constructor(
    private readonly service: LinksService,
    private readonly storage: ObjectStorage,
  ) {}

  /**
   * The code of the link's short URL.
   * @throws ApiError `qr_unreadable` for colours too close to each other, or a code that would not scan at that size.
   */
  async draw(member: Member, id: string, query: QrDto): Promise<StreamableFile> {
    const link = await this.service.get(member, id);
    const format = query.format ?? 'svg';
    const size = query.size ?? LIMITS.qrSizeDefault;
    const foreground = parseQrColor(query.foreground ?? '000000') ?? '000000';
    const background = parseQrColor(query.background ?? 'ffffff') ?? 'ffffff';
    if (!isQrReadable(foreground, background)) {
      const message = 'These colours would not scan: the foreground must be much darker than the background.';
      fail('qr_unreadable', { message, errors: [{ field: 'foreground', message }] });
    }
    const logo = query.logo === '1' || query.logo === 'true' ? await this.logoOf(member) : null;
    const code = await drawQrCode({ text: link.shortUrl, size, foreground, background, logo }, format);
    if (code === null) {
      const message = 'At this size the code would not scan. Make it larger.';
      fail('qr_unreadable', { message, errors: [{ field: 'size', message }] });
    }
    return new StreamableFile(code, {
      type: format === 'svg' ? 'image/svg+xml' : 'image/png',
      disposition: `inline; filename="${link.slug}.${format}"`,
      length: code.length,
    });
  }

  /** Null without a logo, also when its file is gone: the plain code is what can be had. */
  private async logoOf({ workspace }: Member): Promise<Buffer | null> {
    return workspace.logoKey === null ? null : this.storage.read(workspace.logoKey);
  }
}
