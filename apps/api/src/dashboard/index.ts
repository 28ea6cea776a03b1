export { DASHBOARD_FOLDER, serveDashboard } from './dashboard.js';
export { inlineHashes } from './inline-hashes.js';
export { serveSearchDescription } from './search-description.js';
