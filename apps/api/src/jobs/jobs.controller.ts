import { Controller, Post } from '@nestjs/common';
import type { JobsRun } from '@signpost/contracts';
import { JobsSecret } from '../platform/access/index.js';
import { fail } from '../platform/errors/index.js';
import { CountedBy } from '../platform/limits/index.js';
import { Contract } from '../platform/openapi/index.js';
import { JobRunner } from './runner/job-runner.js';

@Controller('api/jobs')
export class JobsController {
  constructor(private readonly runner: JobRunner) {}

  @Post('alerts')
  @JobsSecret()
  @CountedBy('JOBS')
  @Contract({ reply: 'JobsRun' })
  async run(): Promise<JobsRun> {
    const run = await this.runner.runDue();
    return run.jobs.some(({ status }) => status === 'failed') ? fail('jobs_failed', { ...run }) : run;
  }
}
