import { ROUTES, type HttpMethod } from '@signpost/contracts';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Config } from '../config/index.js';
import { ApiError } from '../errors/index.js';

/** A path of the API with its methods. */
interface Path {
  readonly segments: readonly string[];
  readonly methods: ReadonlySet<HttpMethod>;
}

/** Paths that are not in the table of routes: the API document. */
const DESCRIPTION = ['/api/openapi.json', '/api/openapi.yaml', '/api/docs'];

/** Not checked by method where registration is closed, because POST still creates the first account. */
const REGISTER = '/api/auth/register';

/**
 * Express middleware: a request for an existing path with a method that it does not support gets 405 with `Allow`; `OPTIONS`
 * gets 204 with `Allow`. It uses the table of routes, before anything about the caller is read. Routes that are switched off do
 * not exist, for any caller and method.
 */
export function methodGate(config: Config): RequestHandler {
  const off = switchedOff(config);
  const paths = allPaths().filter((path) => config.registration !== 'closed' || path.segments.join('/') !== REGISTER);
  return (request: Request, response: Response, next: NextFunction): void => {
    const path = request.originalUrl.split('?', 1)[0]?.replace(/\/$/, '') ?? '';
    if (off.has(path)) {
      next(new ApiError('not_found'));
      return;
    }
    const methods = find(paths, path.split('/'));
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    if (methods === undefined || methods.has(method as HttpMethod)) {
      next();
      return;
    }
    response.setHeader('Allow', [...methods].flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])).join(', '));
    if (request.method === 'OPTIONS') response.status(204).end();
    else next(new ApiError('method_not_allowed'));
  };
}

function allPaths(): Path[] {
  const table = [...ROUTES, ...DESCRIPTION.map((path) => ({ method: 'GET' as const, path }))];
  const byPath = Map.groupBy(table, ({ path }) => path);
  return [...byPath].map(([path, routes]) => ({
    segments: path.split('/'),
    methods: new Set(routes.map(({ method }) => method)),
  }));
}

/** Methods of a path: a fixed segment takes precedence over an id. */
function find(paths: readonly Path[], requested: readonly string[]): ReadonlySet<HttpMethod> | undefined {
  const fitting = paths.filter(({ segments }) => fits(segments, requested));
  const words = ({ segments }: Path): number => segments.filter((segment) => !segment.startsWith(':')).length;
  return fitting.sort((a, b) => words(b) - words(a))[0]?.methods;
}

function fits(segments: readonly string[], requested: readonly string[]): boolean {
  const isOpen = segments.at(-1)?.startsWith('*') === true;
  if (isOpen ? requested.length < segments.length : requested.length !== segments.length) return false;
  return segments.every((segment, at) => (/^[:*]/.test(segment) ? requested[at] !== '' : segment === requested[at]));
}

/** Paths that the configuration switches off. */
function switchedOff({ demoEnabled, google, microsoft, oidc, jobsSecret, passwords }: Config): ReadonlySet<string> {
  const passwordPaths = ['forgot', 'reset', 'password', 'login'].map((name) => `/api/auth/${name}`);
  return new Set([
    ...(demoEnabled ? [] : ['/api/auth/demo']),
    ...(google === null ? ['/api/auth/google'] : []),
    ...(microsoft === null ? ['/api/auth/microsoft'] : []),
    ...(oidc === null ? ['/api/auth/oidc'] : []),
    ...(passwords ? [] : [REGISTER, ...passwordPaths]),
    ...(jobsSecret === null ? ['/api/jobs/alerts', '/api/admin/status'] : []),
  ]);
}
