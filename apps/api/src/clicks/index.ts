export { dropBefore, ensureMonths, readyThrough } from './click-partitions.js';
export { ClickStore, type StoredClicks } from './click-store.js';
export { foldDays } from './click-fold.js';
export { Clicks, type ClickBacklog, type ClickHealth } from './clicks.js';
export { ClicksModule } from './clicks.module.js';
