export { BackgroundThread } from './background-thread.js';
export { Turns } from './turns.js';
