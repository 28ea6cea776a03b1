export { Signals, type DerivedSignal } from './signals.service.js';
export { withReason } from './with-reason.js';
