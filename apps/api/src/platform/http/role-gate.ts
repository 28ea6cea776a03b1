import type { NextFunction, Request, Response } from 'express';
import type { Config, ProcessRole } from '../config/index.js';
import { ApiError } from '../errors/index.js';

/** Paths that a role serves in addition to short links. `app` serves everything. */
const PATHS: Readonly<Record<Exclude<ProcessRole, 'app'>, RegExp>> = {
  redirect:
    /^\/(?:uploads\/|api\/(?:health(?:\/live)?$|host$|report$|links\/(?:public\/|verify-password$))|favicon\.[^/]+$|apple-touch-icon\.png$|robots\.txt$)/,
  jobs: /^\/api\/(?:health(?:\/live)?$|jobs\/|admin\/status$)/,
};

/** Whether a path is for visitors: it is then also served on a separate short domain, and by processes that only redirect. */
export function isForVisitors(path: string): boolean {
  return PATHS.redirect.test(path);
}

/**
 * Express middleware: a process without the `app` role (ROLES) serves only what its roles need, everything else is 404, so that
 * an instance near visitors or a background instance offers no dashboard and no account routes. The same applies to a
 * separate short domain, whatever the roles.
 */
export function roleGate(config: Config) {
  const { roles } = config;
  const allowed = [...roles].flatMap((role) => (role === 'app' ? [] : [PATHS[role]]));
  const isAnswered = ({ context, path }: Request): boolean => {
    if (context.host.onShortDomain) return isForVisitors(path);
    return roles.has('app') || allowed.some((pattern) => pattern.test(path));
  };
  return (request: Request, _response: Response, next: NextFunction): void => {
    next(isAnswered(request) ? undefined : new ApiError('not_found'));
  };
}
