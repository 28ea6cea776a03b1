import type { Request } from 'express';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** A client may send any word as its method: what we do not serve is one label. */
export function methodLabel(request: Request): string {
  return METHODS.has(request.method) ? request.method : 'OTHER';
}

/** The route's pattern once the router has run, never the path: that may hold an id or a slug. */
export function routeLabel(request: Request): string {
  const pattern = (request.route as { path?: unknown } | undefined)?.path;
  if (typeof pattern === 'string') return pattern;
  return request.originalUrl.startsWith('/api') ? '/api (no route)' : 'files';
}
