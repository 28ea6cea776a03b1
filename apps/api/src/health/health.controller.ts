import { Controller, Get, Res } from '@nestjs/common';
import type { Health, HealthLive } from '@signpost/contracts';
import type { Response } from 'express';
import { Public, Sessionless } from '../platform/access/index.js';
import { Contract } from '../platform/openapi/index.js';
import { HealthService } from './health.service.js';

@Controller('api/health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get()
  @Public()
  @Sessionless()
  @Contract({ reply: 'Health', alsoStatus: 503 })
  async read(@Res({ passthrough: true }) response: Response): Promise<Health> {
    const health = await this.health.check();
    response.status(health.ok ? 200 : 503);
    return health;
  }

  @Get('live')
  @Public()
  @Sessionless()
  @Contract({ reply: 'HealthLive' })
  live(): HealthLive {
    return this.health.live();
  }
}
