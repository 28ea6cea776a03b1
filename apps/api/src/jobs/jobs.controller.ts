import { Controller, Post } from '@nestjs/common';
import type { JobsRun } from '@signpost/contracts';
import { Context, JobsSecret } from '../platform/access/index.js';
import { fail } from '../platform/errors/index.js';
import type { RequestContext } from '../platform/http/index.js';
import { RateLimits } from '../platform/limits/index.js';
import { Contract } from '../platform/openapi/index.js';
import { JobRunner } from './job-runner.js';

@Controller('api/jobs')
export class JobsController {
  constructor(
    private readonly runner: JobRunner,
    private readonly limits: RateLimits,
  ) {}

  @Post('alerts')
  @JobsSecret()
  @Contract({ reply: 'JobsRun' })
  async run(@Context() { client }: RequestContext): Promise<JobsRun> {
    await this.limits.consume('JOBS', client);
    const run = await this.runner.runDue();
    return run.jobs.some(({ status }) => status === 'failed') ? fail('jobs_failed', { ...run }) : run;
  }
}
