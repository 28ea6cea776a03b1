/** Roles of a workspace member, strongest first. */
export const ROLES = ['OWNER', 'MEMBER', 'VIEWER'] as const;
export type Role = (typeof ROLES)[number];

/** Roles that an invitation can grant. */
export const INVITATION_ROLES = ['MEMBER', 'VIEWER'] as const;
export type InvitationRole = (typeof INVITATION_ROLES)[number];

/**
 * The role matrix (HTTP specification 2.1), read by the API's guard and by the client.
 * The client only hides what the API would refuse; the API decides.
 */
export const PERMISSIONS = {
  'workspace.manage': ['OWNER'],
  'workspace.delete': ['OWNER'],
  'members.manage': ['OWNER'],
  'links.manage': ['OWNER', 'MEMBER'],
  'links.read': ['OWNER', 'MEMBER', 'VIEWER'],
  'analytics.read': ['OWNER', 'MEMBER', 'VIEWER'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof PERMISSIONS;

/** Whether a role has a permission. */
export function roleHas(role: Role, permission: Permission): boolean {
  return (PERMISSIONS[permission] as readonly Role[]).includes(role);
}

/** Every permission of a role, in the matrix's order. */
export function permissionsOf(role: Role): Permission[] {
  return (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => roleHas(role, permission));
}
