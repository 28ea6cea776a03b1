import { Module } from '@nestjs/common';
import { WorkspacesModule } from '../workspaces/index.js';
import { LinkAddresses } from './link-addresses.js';
import { LinkColumnsRepository } from './link-columns.repository.js';
import { LinkColumnsService } from './link-columns.service.js';
import { LinkHistoryRepository } from './link-history.repository.js';
import { LinkReferences } from './link-references.js';
import { LinkTags } from './link-tags.js';
import { LinksAliasesService } from './links-aliases.service.js';
import { ImportsRepository } from './imports.repository.js';
import { LinksBatchService } from './links-batch.service.js';
import { LinksBulkService } from './links-bulk.service.js';
import { LinksExportService } from './links-export.service.js';
import { LinksImportService } from './links-import.service.js';
import { LinksPreviewService } from './links-preview.service.js';
import { LinksQrService } from './links-qr.service.js';
import { LinksHistoryService } from './links-history.service.js';
import { LinksListService } from './links-list.service.js';
import { LinksToolsController } from './links-tools.controller.js';
import { LinksUpdateService } from './links-update.service.js';
import { LinksController } from './links.controller.js';
import { LinksRepository } from './links.repository.js';
import { LinksService } from './links.service.js';

@Module({
  imports: [WorkspacesModule],
  // In this order: `export.csv` and its like must be matched before `:id`.
  controllers: [LinksToolsController, LinksController],
  providers: [
    LinkAddresses,
    LinkColumnsRepository,
    LinkColumnsService,
    LinkHistoryRepository,
    LinkReferences,
    LinkTags,
    LinksAliasesService,
    ImportsRepository,
    LinksBatchService,
    LinksBulkService,
    LinksExportService,
    LinksHistoryService,
    LinksImportService,
    LinksPreviewService,
    LinksQrService,
    LinksListService,
    LinksRepository,
    LinksService,
    LinksUpdateService,
  ],
  exports: [LinkColumnsService, LinkTags, LinksRepository, LinksService],
})
export class LinksModule {}
