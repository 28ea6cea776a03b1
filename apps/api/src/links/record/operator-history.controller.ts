import { Controller, Get, Param } from '@nestjs/common';
import type { HistoryList } from '@signpost/contracts';
import { OperatorOnly } from '../../platform/access/index.js';
import { Contract } from '../../platform/openapi/index.js';
import { IdPipe } from '../../platform/validation/index.js';
import { LinksHistoryService } from './links-history.service.js';

/** The history of any workspace's links, for operators who decide about reports. */
@Controller('api/admin/links')
export class OperatorHistoryController {
  constructor(private readonly history: LinksHistoryService) {}

  @Get(':id/history')
  @OperatorOnly()
  @Contract({ reply: 'HistoryList' })
  list(@Param('id', new IdPipe('link_not_found')) id: string): Promise<HistoryList> {
    return this.history.listAsOperator(id);
  }
}
