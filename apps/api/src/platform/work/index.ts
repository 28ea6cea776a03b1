export { BackgroundThread } from './background-thread.js';
export { WorkQueue } from './work-queue.js';
