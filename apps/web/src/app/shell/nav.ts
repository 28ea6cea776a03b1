import type { Permission } from '@signpost/contracts';
import { IconName } from '@signpost/ui';

/** An entry of the sidebar. */
export interface NavItem {
  readonly path: string;
  /** Message key. */
  readonly label: string;
  readonly icon: IconName;
  readonly permission: Permission;
  readonly exact?: boolean;
  /** Shown in the bottom bar of phones, next to create, search and menu: it has space for five entries. */
  readonly phone?: boolean;
}

/** Entries for daily work. */
export const WORK_NAV: readonly NavItem[] = [
  { path: '/', label: 'nav.overview', icon: 'layout-dashboard', permission: 'links.read', exact: true, phone: true },
  { path: '/links', label: 'nav.links', icon: 'link', permission: 'links.read', phone: true },
  { path: '/campaigns', label: 'nav.campaigns', icon: 'flag', permission: 'links.read' },
  { path: '/tags', label: 'nav.tags', icon: 'tags', permission: 'links.read' },
];

/** Entries for administering the workspace. */
export const WORKSPACE_NAV: readonly NavItem[] = [
  { path: '/members', label: 'nav.people', icon: 'users', permission: 'members.manage' },
  { path: '/activity', label: 'nav.activity', icon: 'history', permission: 'workspace.manage' },
  { path: '/workspace/reports', label: 'nav.reports', icon: 'shield-alert', permission: 'workspace.manage' },
  { path: '/settings', label: 'nav.settings', icon: 'settings', permission: 'workspace.manage' },
];

/** Entries for the operator of the server. */
export const SERVER_NAV: readonly Omit<NavItem, 'permission'>[] = [
  { path: '/status', label: 'nav.status', icon: 'server' },
  { path: '/operator/reports', label: 'nav.allReports', icon: 'shield-alert' },
];

/** Paths by the second key of their shortcut, after G. */
export const PLACES: Readonly<Record<string, string>> = { o: '/', l: '/links', c: '/campaigns', t: '/tags' };
