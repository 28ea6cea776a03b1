export { AbuseReportsService } from './abuse-reports.service.js';
export { Blocklists } from './blocklists.service.js';
export { DestinationCountsService } from './destination-counts.service.js';
export { DestinationPolicy, type PolicyRefusal } from './destination-policy.js';
export { DestinationWatch } from './destination-watch.service.js';
export { DestinationsModule } from './destinations.module.js';
