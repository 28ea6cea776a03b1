export { Contract, schemaRef, type RouteShape } from './contract.decorator.js';
export { serveOpenApi } from './openapi.js';
