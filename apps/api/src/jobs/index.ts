export { JOBS, type Job, type JobResult } from './job.js';
export { JobsModule } from './jobs.module.js';
export { JobsRepository, type JobRow } from './jobs.repository.js';
