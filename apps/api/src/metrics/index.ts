export { MetricsModule } from './metrics.module.js';
export { metricsHandler, startMetricsServer } from './metrics-server.js';
export { Metrics } from './metrics.service.js';
export { WorkerMetrics } from './worker-metrics.js';
export { RedirectTimer, requestTiming } from './request-timing.js';
