import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { JOB_NAMES, type JobName } from '@signpost/contracts';
import { AlertsModule } from '../alerts/index.js';
import { DemoModule } from '../demo/index.js';
import { DestinationsModule } from '../destinations/index.js';
import { DigestsModule } from '../digests/index.js';
import type { Config } from '../platform/config/index.js';
import { BackupJob } from './backup.job.js';
import { BackupSignal } from './backup-signal.js';
import { ClickEventPartitionsJob } from './click-event-partitions.job.js';
import { DemoCleanupJob } from './demo-cleanup.job.js';
import { DestinationWatchJob } from './destination-watch.job.js';
import { ExpiryAlertsJob } from './expiry-alerts.job.js';
import { HousekeepingJob } from './housekeeping.job.js';
import { RedirectMapJob } from './redirect-map.job.js';
import { RestoreDrillJob } from './restore-drill.job.js';
import { WeeklyDigestJob } from './weekly-digest.job.js';
import { FailureMails } from './runner/failure-mails.js';
import { JobEntity } from './job.entity.js';
import { jobNamesOf } from './job-names.js';
import { JobRunner } from './runner/job-runner.js';
import { JOBS, type Job } from './job.js';
import { JobsController } from './jobs.controller.js';
import { JobsRepository } from './jobs.repository.js';
import { JobsScheduler } from './runner/jobs.scheduler.js';

/** Class of each job; a missing one does not compile. */
const CLASS_OF: Readonly<Record<JobName, Type<Job>>> = {
  expiry_alerts: ExpiryAlertsJob,
  demo_cleanup: DemoCleanupJob,
  click_event_partitions: ClickEventPartitionsJob,
  housekeeping: HousekeepingJob,
  backup: BackupJob,
  restore_drill: RestoreDrillJob,
  redirect_map: RedirectMapJob,
  destination_watch: DestinationWatchJob,
  weekly_digest: WeeklyDigestJob,
};

/** Periodic jobs. The scheduler only runs in processes with the jobs role; the HTTP route works in any process. */
@Module({})
export class JobsModule {
  static with(config: Config): DynamicModule {
    const isScheduling = config.jobsScheduler && config.roles.has('jobs');
    const names = jobNamesOf(config);
    return {
      module: JobsModule,
      // Global, because the operator's status page lists the registered jobs.
      global: true,
      imports: [
        TypeOrmModule.forFeature([JobEntity]),
        AlertsModule,
        DemoModule,
        DestinationsModule,
        DigestsModule,
        ScheduleModule.forRoot({ intervals: isScheduling, cronJobs: false, timeouts: false }),
      ],
      controllers: [JobsController],
      providers: [
        ...Object.values(CLASS_OF),
        BackupSignal,
        FailureMails,
        {
          provide: JOBS,
          inject: JOB_NAMES.map((name) => CLASS_OF[name]),
          useFactory: (...jobs: Job[]) => jobs.filter(({ name }) => names.includes(name)),
        },
        JobRunner,
        JobsRepository,
        JobsScheduler,
      ],
      exports: [JOBS, JobsRepository],
    };
  }
}
