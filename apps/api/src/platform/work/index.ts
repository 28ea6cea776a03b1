export { BackgroundThread } from './background-thread.js';
export { fairTurns } from './fair-turns.js';
export { oneInATurn } from './one-in-a-turn.js';
export { WorkQueue } from './work-queue.js';
