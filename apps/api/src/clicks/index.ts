export { Clicks, type ClickHealth } from './clicks.js';
export { ClicksModule } from './clicks.module.js';
export { ClickStore } from './click-store.js';
