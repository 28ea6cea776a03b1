export { Clock } from './clock.js';
export { atLeast } from './at-least.js';
export { within } from './within.js';
