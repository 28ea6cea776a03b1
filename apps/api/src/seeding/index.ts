export { seedClicks } from './seed-clicks.js';
export { seedLinks } from './seed-links.js';
export { findWorkspace, SeedError } from './seed-workspace.js';
