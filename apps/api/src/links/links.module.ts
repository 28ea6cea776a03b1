import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DestinationsModule } from '../destinations/index.js';
import { WorkspacesModule } from '../workspaces/index.js';
import { KeptPaths } from './record/kept-paths.js';
import { LinkAddresses } from './record/link-addresses.js';
import { LinkHistoryRepository } from './record/link-history.repository.js';
import { LinkLoops } from './record/link-loops.js';
import { LinkReferences } from './record/link-references.js';
import { LinkTags } from './record/link-tags.js';
import { LinksAliasesService } from './crud/links-aliases.service.js';
import { ImportValidator } from './import/import-validator.js';
import { ImportWriter } from './import/import-writer.js';
import { ImportsRepository } from './import/imports.repository.js';
import { LinksUndoService } from './import/links-undo.service.js';
import { RowReferences } from './import/row-references.js';
import { LinkInserter } from './crud/link-inserter.js';
import { LinksCreateService } from './crud/links-create.service.js';
import { LinksBatchService } from './crud/links-batch.service.js';
import { BulkRecorder } from './bulk/bulk-recorder.js';
import { BulkSelections } from './bulk/bulk-selections.js';
import { LinksBulkUpdateService } from './bulk/links-bulk-update.service.js';
import { LinksBulkService } from './bulk/links-bulk.service.js';
import { LinksExportService } from './export/links-export.service.js';
import { LinksImportService } from './import/links-import.service.js';
import { LinksPreviewService } from './crud/links-preview.service.js';
import { LinksQrService } from './qr/links-qr.service.js';
import { LinksHistoryService } from './record/links-history.service.js';
import { OperatorHistoryController } from './record/operator-history.controller.js';
import { LinkSelections } from './list/link-selections.js';
import { LinksListService } from './list/links-list.service.js';
import { LinksToolsController } from './links-tools.controller.js';
import { AddressEntity } from './record/address.entity.js';
import { ImportEntity } from './import/import.entity.js';
import { ImportRowEntity } from './import/import-row.entity.js';
import { KeptPathEntity } from './record/kept-path.entity.js';
import { LinkEntity } from './record/link.entity.js';
import { LinkCountEntity } from './record/link-count.entity.js';
import { LinkCounterEntity } from './record/link-counter.entity.js';
import { LinkHistoryEntity } from './record/link-history.entity.js';
import { LinkTagEntity } from './record/link-tag.entity.js';
import { LinksUpdateService } from './crud/links-update.service.js';
import { LinksController } from './links.controller.js';
import { LinksRepository } from './crud/links.repository.js';
import { LinksService } from './crud/links.service.js';

const ENTITIES = [
  AddressEntity,
  ImportEntity,
  ImportRowEntity,
  KeptPathEntity,
  LinkEntity,
  LinkCountEntity,
  LinkCounterEntity,
  LinkHistoryEntity,
  LinkTagEntity,
];

@Module({
  imports: [TypeOrmModule.forFeature(ENTITIES), DestinationsModule, WorkspacesModule],
  // Order matters: `export.csv` and similar paths must be matched before `:id`.
  controllers: [LinksToolsController, LinksController, OperatorHistoryController],
  providers: [
    KeptPaths,
    LinkAddresses,
    LinkHistoryRepository,
    LinkInserter,
    LinkLoops,
    LinkReferences,
    LinkSelections,
    LinkTags,
    LinksAliasesService,
    ImportValidator,
    ImportWriter,
    ImportsRepository,
    RowReferences,
    LinksUndoService,
    LinksBatchService,
    LinksCreateService,
    BulkRecorder,
    BulkSelections,
    LinksBulkService,
    LinksBulkUpdateService,
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
  exports: [ImportValidator, ImportWriter, ImportsRepository, LinksCreateService, LinksService],
})
export class LinksModule {}
