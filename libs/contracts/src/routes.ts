import type { Permission } from './permissions.js';

/**
 * Who may call a route.
 * `public`: no session needed. `signed-in`: any valid session. `jobs-secret`: the bearer secret of the jobs route.
 * `operator`: bearer secret or the session of a configured operator. Otherwise a permission in the current workspace.
 */
export type Access = 'public' | 'signed-in' | 'jobs-secret' | 'operator' | Permission;

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RouteContract {
  readonly method: HttpMethod;
  readonly path: string;
  readonly access: Access;
}

const route = (method: HttpMethod, path: string, access: Access): RouteContract => ({ method, path, access });

/**
 * The complete route table of the API: section 4 of the HTTP specification and the additional routes of the product. A
 * test compares it with every controller: a route that is missing here or declared differently fails.
 */
export const ROUTES: readonly RouteContract[] = [
  route('GET', '/api/health', 'public'),
  route('GET', '/api/health/live', 'public'),
  route('GET', '/api/host', 'public'),

  route('GET', '/api/auth/providers', 'public'),
  route('GET', '/api/auth/session', 'public'),
  route('POST', '/api/auth/register', 'public'),
  route('POST', '/api/auth/demo', 'public'),
  route('POST', '/api/auth/verify', 'public'),
  route('POST', '/api/auth/verify/inspect', 'public'),
  route('POST', '/api/auth/verify/resend', 'public'),
  route('POST', '/api/auth/login', 'public'),
  route('POST', '/api/auth/login/second-factor', 'public'),
  route('POST', '/api/auth/logout', 'public'),
  route('POST', '/api/auth/forgot', 'public'),
  route('POST', '/api/auth/reset', 'public'),
  route('POST', '/api/auth/password', 'signed-in'),
  route('PATCH', '/api/auth/account', 'signed-in'),
  route('GET', '/api/auth/email-change', 'signed-in'),
  route('POST', '/api/auth/email-change', 'signed-in'),
  route('DELETE', '/api/auth/email-change', 'signed-in'),
  route('POST', '/api/auth/email-change/inspect', 'public'),
  route('POST', '/api/auth/email-change/confirm', 'public'),
  route('GET', '/api/auth/google', 'public'),
  route('GET', '/api/auth/microsoft', 'public'),
  route('GET', '/api/auth/oidc', 'public'),
  route('GET', '/api/auth/sign-in-link', 'public'),
  route('POST', '/api/auth/passkeys/sign-in/options', 'public'),
  route('POST', '/api/auth/passkeys/sign-in', 'public'),
  route('POST', '/api/auth/passkeys/options', 'signed-in'),
  route('POST', '/api/auth/passkeys', 'signed-in'),
  route('GET', '/api/auth/passkeys', 'signed-in'),
  route('PATCH', '/api/auth/passkeys/:id', 'signed-in'),
  route('DELETE', '/api/auth/passkeys/:id', 'signed-in'),
  route('GET', '/api/auth/second-factor', 'signed-in'),
  route('POST', '/api/auth/second-factor/setup', 'signed-in'),
  route('POST', '/api/auth/second-factor/enable', 'signed-in'),
  route('POST', '/api/auth/second-factor/disable', 'signed-in'),
  route('GET', '/api/auth/identities', 'signed-in'),
  route('DELETE', '/api/auth/identities/:id', 'signed-in'),
  route('GET', '/api/auth/sessions', 'signed-in'),
  route('DELETE', '/api/auth/sessions/:id', 'signed-in'),
  route('DELETE', '/api/auth/sessions', 'signed-in'),
  route('POST', '/api/auth/hand-over', 'signed-in'),
  route('GET', '/api/auth/hand-over', 'public'),

  route('GET', '/api/workspaces', 'signed-in'),
  route('POST', '/api/workspaces', 'signed-in'),
  route('PATCH', '/api/workspaces', 'workspace.manage'),
  route('DELETE', '/api/workspaces', 'workspace.delete'),
  route('GET', '/api/workspaces/link-prefixes', 'workspace.manage'),
  route('DELETE', '/api/workspaces/link-prefixes/:prefix', 'workspace.manage'),
  route('GET', '/api/workspaces/analytics', 'analytics.read'),
  route('GET', '/api/workspaces/analytics.csv', 'analytics.read'),
  route('GET', '/api/workspaces/slug-available', 'signed-in'),
  route('POST', '/api/workspaces/logo', 'workspace.manage'),
  route('DELETE', '/api/workspaces/logo', 'workspace.manage'),
  route('POST', '/api/workspaces/transfer-ownership', 'members.manage'),

  route('GET', '/api/workspaces/utm-presets', 'links.read'),
  route('PUT', '/api/workspaces/utm-presets', 'links.manage'),

  route('GET', '/api/workspaces/members', 'members.manage'),
  route('GET', '/api/workspaces/members/options', 'links.manage'),
  route('PATCH', '/api/workspaces/members/:id', 'members.manage'),
  route('DELETE', '/api/workspaces/members/:id', 'members.manage'),
  route('GET', '/api/workspaces/invitations', 'members.manage'),
  route('POST', '/api/workspaces/invitations', 'members.manage'),
  route('POST', '/api/workspaces/invitations/inspect', 'public'),
  route('POST', '/api/workspaces/invitations/accept', 'signed-in'),
  route('POST', '/api/workspaces/invitations/:id/resend', 'members.manage'),
  route('DELETE', '/api/workspaces/invitations/:id', 'members.manage'),

  route('GET', '/api/links', 'links.read'),
  route('POST', '/api/links', 'links.manage'),
  route('POST', '/api/links/batch', 'links.manage'),
  route('POST', '/api/links/bulk', 'links.manage'),
  route('POST', '/api/links/bulk/update', 'links.manage'),
  route('POST', '/api/links/bulk/qr', 'links.read'),
  route('POST', '/api/links/import/preview', 'links.manage'),
  route('POST', '/api/links/import', 'links.manage'),
  route('POST', '/api/links/import/:importId/undo', 'links.manage'),
  route('GET', '/api/links/export.csv', 'links.read'),
  route('GET', '/api/links/slug-available', 'links.manage'),
  route('GET', '/api/links/public/:slug', 'public'),
  route('POST', '/api/links/verify-password', 'public'),
  route('GET', '/api/links/:id', 'links.read'),
  route('PATCH', '/api/links/:id', 'links.manage'),
  route('DELETE', '/api/links/:id', 'links.manage'),
  route('POST', '/api/links/:id/restore', 'links.manage'),
  route('POST', '/api/links/:id/preview', 'links.read'),
  route('GET', '/api/links/:id/analytics', 'links.read'),
  route('GET', '/api/links/:id/analytics.csv', 'links.read'),
  route('GET', '/api/links/:id/history', 'links.read'),
  route('POST', '/api/links/:id/history/:historyId/restore', 'links.manage'),
  route('POST', '/api/links/:id/aliases', 'links.manage'),
  route('DELETE', '/api/links/:id/aliases/:slug', 'links.manage'),
  route('POST', '/api/links/:id/check', 'links.manage'),
  route('GET', '/api/links/:id/qr', 'links.read'),
  route('POST', '/api/report', 'public'),
  route('GET', '/api/reports/abuse', 'workspace.manage'),
  route('POST', '/api/reports/abuse/:id/dismiss', 'workspace.manage'),
  route('POST', '/api/reports/abuse/:id/quarantine', 'workspace.manage'),
  route('POST', '/api/reports/abuse/:id/message', 'workspace.manage'),
  route('GET', '/api/admin/abuse-reports', 'operator'),
  route('POST', '/api/admin/abuse-reports/:id/dismiss', 'operator'),
  route('POST', '/api/admin/abuse-reports/:id/quarantine', 'operator'),
  route('POST', '/api/admin/abuse-reports/:id/message', 'operator'),
  route('GET', '/api/admin/links', 'operator'),
  route('GET', '/api/admin/links/:id/history', 'operator'),
  route('POST', '/api/admin/links/:id/quarantine', 'operator'),
  route('POST', '/api/admin/links/:id/lift', 'operator'),
  route('POST', '/api/admin/hosts/quarantine', 'operator'),

  route('GET', '/api/reports/recent-clicks', 'links.read'),
  route('GET', '/api/reports/shares', 'analytics.read'),
  route('POST', '/api/reports/shares', 'analytics.read'),
  route('DELETE', '/api/reports/shares/:id', 'analytics.read'),
  route('GET', '/api/reports/shared/:token.csv', 'public'),
  route('GET', '/api/reports/shared/:token', 'public'),

  route('GET', '/api/views', 'links.read'),
  route('POST', '/api/views', 'links.read'),
  route('PATCH', '/api/views/:id', 'links.read'),
  route('DELETE', '/api/views/:id', 'links.read'),
  route('GET', '/api/tags', 'links.read'),
  route('POST', '/api/tags', 'links.manage'),
  route('PATCH', '/api/tags/:id', 'links.manage'),
  route('DELETE', '/api/tags/:id', 'links.manage'),
  route('GET', '/api/campaigns', 'links.read'),
  route('POST', '/api/campaigns', 'links.manage'),
  route('GET', '/api/campaigns/:id', 'links.read'),
  route('PATCH', '/api/campaigns/:id', 'links.manage'),
  route('DELETE', '/api/campaigns/:id', 'links.manage'),
  route('GET', '/api/campaigns/:id/analytics', 'links.read'),
  route('GET', '/api/campaigns/:id/analytics.csv', 'links.read'),

  route('GET', '/api/admin/audit-events', 'workspace.manage'),
  route('GET', '/api/admin/status', 'operator'),
  route('GET', '/api/admin/sign-in', 'operator'),
  route('POST', '/api/admin/sign-in/test', 'operator'),
  route('POST', '/api/jobs/alerts', 'jobs-secret'),
  route('GET', '/uploads/*path', 'public'),
];
