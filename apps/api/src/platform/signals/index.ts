export { SignalEntity } from './signal.entity.js';
export { Signals, type DerivedSignal } from './signals.service.js';
export { withReason } from './with-reason.js';
