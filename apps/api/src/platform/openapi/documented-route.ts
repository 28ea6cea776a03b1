import type { Type } from '@nestjs/common';
import type { Access, ErrorCode } from '@signpost/contracts';
import { isForVisitors } from '../http/index.js';
import type { QueryKey } from './query-keys.js';

/** Declarations of a route in the code. */
export interface DocumentedRoute {
  readonly access: Access;
  /** Descriptions of its limits. */
  readonly limits: readonly string[];
  readonly body?: { readonly type: string; readonly dto: Type | undefined };
  /** Parameters of its query; null when it takes none. */
  readonly query: readonly QueryKey[] | null;
  readonly hasFile: boolean;
}

/** Errors that follow from the declarations of a route: its path, access, input and limits. */
export function errorsOf(name: string, route: DocumentedRoute): ErrorCode[] {
  const { access, limits, body, query, hasFile } = route;
  const isUnsafe = !name.startsWith('GET ');
  const isMember = access.includes('.');
  const [, path = ''] = name.split(' ');
  return [
    // Visitor routes without a parameter always exist; a parameter may be invalid percent-encoding.
    ...(isForVisitors(path) && !path.includes(':') ? [] : (['not_found'] as const)),
    ...(isMember || access === 'signed-in' ? (['unauthenticated'] as const) : []),
    ...(access === 'jobs-secret' ? (['wrong_secret'] as const) : []),
    // For a caller without access the route does not exist.
    ...(access === 'operator' ? (['not_found'] as const) : []),
    ...(isMember ? (['permission_denied', 'second_factor_setup_required', 'workspace_not_found'] as const) : []),
    ...(isUnsafe ? (['bad_origin', 'validation_failed'] as const) : []),
    ...(body === undefined ? [] : (['malformed_json', 'payload_too_large', 'unsupported_media_type'] as const)),
    ...(hasFile ? (['unsupported_media_type'] as const) : []),
    ...(query !== null ? (['validation_failed'] as const) : []),
    ...(limits.length > 0 ? (['rate_limited'] as const) : []),
    'internal_error',
    'database_unavailable',
  ];
}
