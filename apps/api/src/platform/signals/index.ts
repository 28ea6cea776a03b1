export { Signals } from './signals.service.js';
export { withReason } from './with-reason.js';
