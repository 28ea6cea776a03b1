export { DigestsModule } from './digests.module.js';
export { DigestsService } from './digests.service.js';
