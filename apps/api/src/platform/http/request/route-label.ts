import type { Request } from 'express';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The method as a label. A client may send any method, so all unknown ones share one label. */
export function methodLabel(request: Request): string {
  return METHODS.has(request.method) ? request.method : 'OTHER';
}

/** The pattern of the matched route, never the path, which may contain an id or a slug. */
export function routeLabel(request: Request): string {
  const pattern = (request.route as { path?: unknown } | undefined)?.path;
  if (typeof pattern === 'string') return pattern;
  return request.originalUrl.startsWith('/api') ? '/api (no route)' : 'files';
}
