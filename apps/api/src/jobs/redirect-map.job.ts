import { Injectable } from '@nestjs/common';
import { writeRedirectMaps } from '../ops/index.js';
import { Config } from '../platform/config/index.js';
import { Clock } from '../platform/time/index.js';
import type { Job, JobResult } from './job.js';

/** Writes redirect files for other servers to REDIRECT_MAP_DIR. Its count is the number of addresses. */
@Injectable()
export class RedirectMapJob implements Job {
  readonly name = 'redirect_map';
  readonly intervalMs = 3600_000;
  readonly adviceOnFailure =
    'The files in REDIRECT_MAP_DIR are those of the last run. Read lastError: the folder must exist, have free space, and let Signpost write.';

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<JobResult> {
    const { redirectMapDir } = this.config;
    if (redirectMapDir === null) return { count: 0 };
    const count = await writeRedirectMaps(this.config, redirectMapDir, this.clock.now());
    return { count, summary: `Addresses written: ${count}.` };
  }
}
