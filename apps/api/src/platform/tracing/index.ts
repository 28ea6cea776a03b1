export { requestTracing, sampledTracing, startTracing, traced } from './tracing.js';
