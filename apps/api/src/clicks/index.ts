export { botClassOf, countryOf, TRAFFIC_CLASS, TRAFFIC_CLASSES } from './click-codes.js';
export { ClickCounts, DIMENSION, eachEntry, packedTotals, type Dimension } from './click-counts.js';
export { dropBefore, ensureMonths, readyThrough } from './click-partitions.js';
export { ClickStore, type StoredClicks } from './click-store.js';
export { foldDays } from './click-fold.js';
export { Clicks, type ClickBacklog, type ClickHealth } from './clicks.js';
export { ClicksModule } from './clicks.module.js';
export { eachLinkClicks, wholeEntries } from './link-clicks.js';
export { DAY_MS, dayOf, SCOPE_KIND, type Scope, type ScopeKind } from './scope.js';
