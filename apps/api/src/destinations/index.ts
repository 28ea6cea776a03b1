export { AbuseReportsService } from './abuse-reports.service.js';
export { DestinationCountsService } from './destination-counts.service.js';
export { DestinationWatch } from './destination-watch.service.js';
export { DestinationsModule } from './destinations.module.js';
