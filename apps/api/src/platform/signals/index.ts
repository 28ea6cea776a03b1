export { Signals } from './signals.service.js';
