export { hasFailed, JobEntity } from './job.entity.js';
export { JOBS, type Job } from './job.js';
export { JobsModule } from './jobs.module.js';
export { JobsRepository } from './jobs.repository.js';
export { jobNamesOf } from './job-names.js';
