import { Controller, Get } from '@nestjs/common';
import type { OperatorStatus } from '@signpost/contracts';
import { OperatorOnly } from '../platform/access/index.js';
import { Contract } from '../platform/openapi/index.js';
import { OperatorService } from './operator.service.js';

@Controller('api/admin')
export class OperatorController {
  constructor(private readonly operator: OperatorService) {}

  @Get('status')
  @OperatorOnly()
  @Contract({ reply: 'OperatorStatus' })
  status(): Promise<OperatorStatus> {
    return this.operator.status();
  }
}
