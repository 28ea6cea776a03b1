export { Clock } from './clock.js';
export { atLeast } from './at-least.js';
export { SHUTDOWN_MS, SHUTDOWN_WAITS } from './shutdown-waits.js';
export { within } from './within.js';
