import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Config } from '../../platform/config/index.js';
import { Mailer, type JobFailedMail } from '../../mails/index.js';

const MAILED_JOBS: readonly string[] = ['backup', 'restore_drill'] satisfies JobFailedMail['job'][];

/** Notifies operators by mail of failures that would otherwise be noticed too late: those of backups. */
@Injectable()
export class FailureMails {
  constructor(
    @InjectDataSource() private readonly source: DataSource,
    private readonly mailer: Mailer,
    private readonly config: Config,
  ) {}

  /** @param error as it is shown to operators. */
  async send(job: string, error: string): Promise<void> {
    if (!MAILED_JOBS.includes(job)) return;
    const statusUrl = `${this.config.publicOrigin}/status`;
    await this.source.transaction(async (tx) => {
      for (const to of this.config.operatorEmails) {
        const mail = { kind: 'job_failed' as const, to, job: job as JobFailedMail['job'], error, statusUrl };
        await this.mailer.enqueue(mail, tx);
      }
    });
  }
}
