export * from './build-destination.js';
export * from './click-event.js';
export * from './destination.js';
export * from './ip-address.js';
export * from './link-status.js';
export * from './percent-encoding.js';
export * from './slug.js';
export * from './targeting.js';
