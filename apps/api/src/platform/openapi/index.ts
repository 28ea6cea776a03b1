export { Contract, REDIRECT } from './contract.decorator.js';
export type { Schemas } from './body-rules.js';
export { apiDocument, serveOpenApi } from './openapi.js';
