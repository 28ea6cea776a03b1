export {
  botClassOf,
  botCode,
  countryCode,
  countryOf,
  TRAFFIC_CLASS,
  TRAFFIC_CLASSES,
  trafficOfOutcome,
  VOCABULARY,
  type CodedEvent,
} from './event/click-codes.js';
export {
  ClickCounts,
  DIMENSION,
  eachEntry,
  packedTotals,
  type Dimension,
  type DimensionName,
} from './rollup/click-counts.js';
export { referrerNumbers, utmKey, utmNumbers, utmText } from './event/click-dictionaries.js';
export { dropBefore, ensureMonths, MONTHS_READY, readyThrough } from './pg/click-partitions.js';
export { rebuildWorkspace } from './rollup/click-rebuild.js';
export { ClickStore } from './writer/click-store.js';
export { firstOpenDay, foldDays } from './rollup/click-fold.js';
export { lockRollups } from './rollup/rollup-lock.js';
export { storeDay } from './writer/store-day.js';
export { Clicks } from './clicks.js';
export { ClicksModule } from './clicks.module.js';
export { eachLinkClicks, wholeEntries } from './rollup/link-clicks.js';
export { dayOf, SCOPE_KIND, type ScopeKind } from './rollup/scope.js';
