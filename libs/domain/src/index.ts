export * from './build-destination.js';
export * from './destination.js';
export * from './ip-address.js';
export * from './percent-encoding.js';
export * from './slug.js';
