import type { Type } from '@nestjs/common';
import type { Access, ErrorCode } from '@signpost/contracts';
import { isForVisitors } from '../http/index.js';

/** What the code of a route says of it. */
export interface DocumentedRoute {
  readonly access: Access;
  /** What limits it, in words. */
  readonly limits: readonly string[];
  readonly body?: { readonly type: string; readonly dto: Type | undefined };
  readonly hasQuery: boolean;
  readonly hasFile: boolean;
}

/** Refusals that a route can give because of what it is: where it is, who may call it, what it takes and what limits it. */
export function errorsOf(name: string, route: DocumentedRoute): ErrorCode[] {
  const { access, limits, body, hasQuery, hasFile } = route;
  const isUnsafe = !name.startsWith('GET ');
  const isMember = access.includes('.');
  const [, path = ''] = name.split(' ');
  return [
    // Visitors' routes without a parameter always find something; what is in a parameter may be no text.
    ...(isForVisitors(path) && !path.includes(':') ? [] : (['not_found'] as const)),
    ...(isMember || access === 'signed-in' ? (['unauthenticated'] as const) : []),
    ...(access === 'jobs-secret' ? (['wrong_secret'] as const) : []),
    // A caller who may not use it is not told that it exists.
    ...(access === 'operator' ? (['not_found'] as const) : []),
    ...(isMember ? (['permission_denied', 'second_factor_setup_required', 'workspace_not_found'] as const) : []),
    ...(isUnsafe ? (['bad_origin', 'validation_failed'] as const) : []),
    ...(body === undefined ? [] : (['malformed_json', 'payload_too_large', 'unsupported_media_type'] as const)),
    ...(hasFile ? (['unsupported_media_type'] as const) : []),
    ...(hasQuery ? (['validation_failed'] as const) : []),
    ...(limits.length > 0 ? (['rate_limited'] as const) : []),
    'internal_error',
    'database_unavailable',
  ];
}
