export * from './dates.js';
export * from './mapping.js';
export { foreignDatesOf, rowInFormat } from './own-format.js';
export { plainName, PRODUCTS } from './products.js';
export * from './read-table.js';
export * from './short-address.js';
export * from './targets.js';
export * from './translate.js';
