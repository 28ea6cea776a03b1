import {
  Body,
  Controller,
  Get,
  Head,
  Header,
  Param,
  Post,
  Query,
  Res,
  StreamableFile,
  UploadedFile,
  UseInterceptors,
} from '@nestjs/common';
import {
  LIMITS,
  type BatchResult,
  type BulkResult,
  type ImportPreview,
  type ImportResult,
  type ImportUndone,
  type QrCodes,
  type RedirectPreview,
  type SlugAvailability,
} from '@signpost/contracts';
import type { Response } from 'express';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import { CurrentMember, Requires, type Member } from '../platform/access/index.js';
import { ClientGone, ReceivesFile } from '../platform/http/index.js';
import { answerOnce, MaybeRepeated, type Repeatable } from '../platform/idempotency/index.js';
import { CountedBy, LimitedPerMember } from '../platform/limits/index.js';
import { Contract } from '../platform/openapi/index.js';
import { IdPipe } from '../platform/validation/index.js';
import { CountsAsLinkWrite, CountsAsRepeatableLinkWrite } from './link-writes.guard.js';
import { LinksAliasesService } from './crud/links-aliases.service.js';
import { LinksBatchService } from './crud/links-batch.service.js';
import { BatchDto } from './crud/links-batch.dto.js';
import { BulkDto, BulkUpdateDto } from './bulk/links-bulk.dto.js';
import { LinksBulkUpdateService } from './bulk/links-bulk-update.service.js';
import { LinksBulkService } from './bulk/links-bulk.service.js';
import { exportFile, LinksExportService } from './export/links-export.service.js';
import { ImportDto } from './import/links-import.dto.js';
import { LinksImportService } from './import/links-import.service.js';
import { LinksUndoService } from './import/links-undo.service.js';
import { LinkExportDto } from './list/links-list.dto.js';
import { LinksPreviewService } from './crud/links-preview.service.js';
import { QrCodesDto, QrDto } from './qr/links-qr.dto.js';
import { LinksQrService } from './qr/links-qr.service.js';
import { PreviewDto, SlugQueryDto } from './links.dto.js';

const LinkId = () => Param('id', new IdPipe('link_not_found'));

/**
 * Bulk operations, imports, exports, QR codes and previews. Registered before {@link LinksController}, whose `:id`
 * matches any word.
 */
@Controller('api/links')
export class LinksToolsController {
  constructor(
    private readonly aliases: LinksAliasesService,
    private readonly batches: LinksBatchService,
    private readonly bulk: LinksBulkService,
    private readonly bulkUpdates: LinksBulkUpdateService,
    private readonly imports: LinksImportService,
    private readonly undos: LinksUndoService,
    private readonly exports: LinksExportService,
    private readonly previews: LinksPreviewService,
    private readonly codes: LinksQrService,
  ) {}

  @Get('slug-available')
  @Requires('links.manage')
  @CountedBy('SLUG_CHECK')
  @Contract({ reply: 'SlugAvailability' })
  slugAvailable(@CurrentMember() member: Member, @Query() query: SlugQueryDto): Promise<SlugAvailability> {
    return this.aliases.availability(member, query.slug, query.linkId ?? null);
  }

  @Post('batch')
  @Requires('links.manage')
  @CountsAsRepeatableLinkWrite()
  @Contract({ body: 'BatchInput', dto: BatchDto, reply: 'BatchResult', status: 201 })
  async createBatch(
    @CurrentMember() member: Member,
    @Body() body: object,
    @MaybeRepeated() repeated: Repeatable | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BatchResult> {
    return answerOnce(response, await this.batches.create(member, body, repeated));
  }

  @Post('bulk')
  @Requires('links.manage')
  @CountsAsLinkWrite()
  @Contract({ body: 'BulkInput', reply: 'BulkResult' })
  runBulk(@CurrentMember() member: Member, @Body() input: BulkDto): Promise<BulkResult> {
    return this.bulk.run(member, input);
  }

  @Post('bulk/update')
  @Requires('links.manage')
  @CountsAsLinkWrite()
  @Contract({ body: 'BulkUpdateInput', reply: 'BulkResult' })
  updateMany(@CurrentMember() member: Member, @Body() input: BulkUpdateDto): Promise<BulkResult> {
    return this.bulkUpdates.update(member, input);
  }

  @Post('import/preview')
  @Requires('links.manage')
  @CountsAsLinkWrite()
  @UseInterceptors(ReceivesFile(LIMITS.importFileBytes))
  @Contract({ file: 'The CSV file, at most 1,048,576 bytes and 1,000 rows.', reply: 'ImportPreview' })
  previewImport(@CurrentMember() member: Member, @UploadedFile() file: Express.Multer.File): Promise<ImportPreview> {
    return this.imports.preview(member, file.buffer);
  }

  @Post('import')
  @Requires('links.manage')
  @CountedBy('IMPORT')
  @Contract({ body: 'ImportInput', reply: 'ImportResult' })
  importRows(@CurrentMember() member: Member, @Body() input: ImportDto): Promise<ImportResult> {
    return this.imports.import(member, input);
  }

  @Post('import/:importId/undo')
  @Requires('links.manage')
  @CountsAsLinkWrite()
  @Contract({ reply: 'ImportUndone' })
  undoImport(
    @CurrentMember() member: Member,
    @Param('importId', new IdPipe('import_not_found')) importId: string,
  ): Promise<ImportUndone> {
    return this.undos.undo(member, importId);
  }

  /** The headers of an export without its content: no data leaves, so no audit event is recorded. */
  @Head('export.csv')
  @Requires('links.read')
  @ApiExcludeEndpoint()
  describeExport(
    @CurrentMember() member: Member,
    @Query() _query: LinkExportDto,
    @Res({ passthrough: true }) response: Response,
  ): void {
    const { type, disposition } = exportFile(member);
    response.set({ 'Content-Type': type, 'Content-Disposition': disposition });
  }

  @Get('export.csv')
  @Requires('links.read')
  @Contract({ reply: 'text/csv' })
  exportCsv(
    @CurrentMember() member: Member,
    @Query() query: LinkExportDto,
    @ClientGone() gone: AbortSignal,
  ): Promise<StreamableFile> {
    return this.exports.export(member, query, gone);
  }

  @Post('bulk/qr')
  @Requires('links.read')
  @LimitedPerMember('QR_MANY')
  @Contract({ body: 'QrCodesInput', reply: 'QrCodes' })
  qrOfMany(
    @CurrentMember() member: Member,
    @Body() input: QrCodesDto,
    @ClientGone() gone: AbortSignal,
  ): Promise<QrCodes> {
    return this.codes.drawMany(member, input, gone);
  }

  @Get(':id/qr')
  @Requires('links.read')
  @LimitedPerMember('QR')
  @Header('Cache-Control', 'private, max-age=60')
  @Contract({ reply: ['image/svg+xml', 'image/png'] })
  qr(
    @CurrentMember() member: Member,
    @LinkId() id: string,
    @Query() query: QrDto,
    @ClientGone() gone: AbortSignal,
  ): Promise<StreamableFile> {
    return this.codes.draw(member, id, query, gone);
  }

  @Post(':id/preview')
  @Requires('links.read')
  @Contract({ body: 'PreviewInput', reply: 'RedirectPreview' })
  preview(@CurrentMember() member: Member, @LinkId() id: string, @Body() input: PreviewDto): Promise<RedirectPreview> {
    return this.previews.preview(member, id, input);
  }
}
