export { BackgroundThread } from './background-thread.js';
export { fairTurns } from './fair-turns.js';
export { WorkQueue } from './work-queue.js';
