export { analyticsCsv } from './analytics-csv.js';
export { AnalyticsService, type SharedSubjectReport } from './analytics.service.js';
export { AnalyticsModule } from './analytics.module.js';
