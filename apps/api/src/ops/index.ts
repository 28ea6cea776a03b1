export { runDrill } from './backup/restore-drill.js';
export { runBackup } from './backup/scheduled-backup.js';
export { writeRedirectMaps } from './redirect-map/redirect-map.js';
