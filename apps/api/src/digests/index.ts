export { DigestsModule } from './digests.module.js';
export { DigestsService, type DigestsSent } from './digests.service.js';
