export { Contract, REDIRECT } from './contract.decorator.js';
export type { QuerySchema } from './query-keys.js';
export { serveOpenApi } from './openapi.js';
