export { serveDashboard } from './dashboard.js';
