export { AlertsModule } from './alerts.module.js';
export { AlertsService, type AlertsSent } from './alerts.service.js';
