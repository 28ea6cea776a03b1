import type { Permission, Role } from './permissions.js';

export type DeploymentMode = 'single' | 'multi';

export interface Health {
  /** Whether everything works. */
  ok: boolean;
  /** Whether the database answers. */
  database: 'up' | 'down';
  /** Software version. */
  version: string;
}

/** Liveness: reports only that the process responds. */
export interface HealthLive {
  /** Always true. */
  ok: true;
  /** Software version. */
  version: string;
}

export interface HostContext {
  /** Whether the instance has one workspace or many. */
  mode: DeploymentMode;
  /** Origin of the dashboard and the API. */
  publicUrl: string;
  /** Origin of short links. */
  shortUrl: string;
  /** Workspace that the request's host selects; null on the bare host and on an unknown label. */
  workspace: { name: string; slug: string; logoUrl: string | null } | null;
  /** Whether this instance monitors the destinations of links. */
  destinationWatch: boolean;
  /** Whether demo workspaces can be created on this instance. */
  demo: boolean;
  /** Version of the software. */
  version: string;
}

export interface Session {
  /** The signed-in account; null: none. */
  user: SessionUser | null;
  /** The current workspace when the caller is an active member of it. */
  workspace: Workspace | null;
  /** Role in this workspace; null without one. */
  role: Role | null;
  /** Permissions of the role. */
  permissions: Permission[];
  /**
   * Whether this workspace requires a second factor that the account lacks: its routes respond 403 until one is set up.
   */
  secondFactorMissing: boolean;
  /** Whether mails are sent through a mail server, or written to files in the outbox of this instance. */
  mailDelivery: 'smtp' | 'outbox';
}

export interface SessionUser {
  id: string;
  email: string;
  /** Whether the mail address is confirmed. */
  verified: boolean;
  /** Whether the account is an operator of this instance. */
  isOperator: boolean;
  /** Whether the account receives a weekly mail about each workspace. */
  weeklyDigest: boolean;
  /** Display name shown next to the mail address; null without one. */
  displayName: string | null;
}

export interface Workspace {
  id: string;
  name: string;
  /** Slug: the label of its host name. */
  slug: string;
  /** Origin of the workspace's dashboard, no trailing slash. */
  url: string;
  /** The caller's role. */
  role: Role;
  /** Path of its logo on this host; null without one. */
  logoUrl: string | null;
  /** Whether members need a second factor. */
  requireSecondFactor: boolean;
  /** First part of the path of its short URLs; null without one. */
  linkPrefix: string | null;
  /** Base of short URLs, without a trailing slash: origin and prefix. */
  shortUrlBase: string;
  /** Destination for unknown short addresses; null: an information page. */
  notFoundDestination: string | null;
  /** Default destination of expired links without a fallback of their own. */
  expirationDestination: string | null;
  /** Destination for `/` of a custom short domain. */
  rootDestination: string | null;
  /** Permitted hosts of destinations, `*.example.com` for subdomains; empty: any. */
  allowedHosts: string[];
  /** Whether destinations are monitored, if the instance does so. */
  destinationWatch: boolean;
  /** ISO 8601. */
  createdAt: string;
  /** End of a demo workspace, ISO 8601; null for others. */
  expiresAt: string | null;
}

export interface WorkspaceList {
  /** Whether the instance has one workspace or many. */
  mode: DeploymentMode;
  /** Workspace that the host selects if the caller is an active member of it. */
  currentId: string | null;
  items: Workspace[];
}

export interface CreateWorkspaceInput {
  /** Name. */
  name: string;
  /** Slug, the label of its host name: 3 to 63 of a to z, 0 to 9 and inner hyphens. Empty: derived from the name. */
  slug?: string | null;
  /** First part of the path of its short URLs: 1 to 32 of a to z, 0 to 9 and inner hyphens. */
  linkPrefix?: string | null;
}

export type PathMode = 'preserve' | 'replace';

/**
 * Every field is optional, one at least is needed.
 * @minProperties 1
 */
export interface UpdateWorkspaceInput {
  /** Name. */
  name?: string;
  /** First part of the path of its short URLs: 1 to 32 of a to z, 0 to 9 and inner hyphens. Null: none. */
  linkPrefix?: string | null;
  /** Whether short URLs with the former prefix keep working (`preserve`). */
  pathMode?: PathMode;
  /** Members without a second factor have no access until they set one up. */
  requireSecondFactor?: boolean;
  /** Destination for unknown short addresses. Null: an information page. */
  notFoundDestination?: string | null;
  /** Default destination of expired links without a fallback of their own. Null: an information page. */
  expirationDestination?: string | null;
  /** Destination for `/` of a custom short domain. Null: none. */
  rootDestination?: string | null;
  /** Permitted hosts of destinations, `*.example.com` for subdomains; empty: any. At most 100. */
  allowedHosts?: string[];
  /** Whether destinations are monitored, if the instance does so. */
  destinationWatch?: boolean;
}

/** A named set of tracking values for reuse. */
export interface UtmPreset {
  /** Name. */
  name: string;
  /** Value of `utm_source`. */
  source?: string;
  /** Value of `utm_medium`. */
  medium?: string;
  /** Value of `utm_term`. */
  term?: string;
  /** Value of `utm_content`. */
  content?: string;
}

export interface UtmPresetList {
  items: UtmPreset[];
}

/** The complete list of presets, replacing the previous one. */
export interface UtmPresetsInput {
  /** The presets, in order. */
  items: UtmPresetInput[];
}

export interface UtmPresetInput {
  /** Name, unique case-insensitively. */
  name: string;
  /** Value of `utm_source`. */
  source?: string | null;
  /** Value of `utm_medium`. */
  medium?: string | null;
  /** Value of `utm_term`. */
  term?: string | null;
  /** Value of `utm_content`. */
  content?: string | null;
}

export interface LinkPrefixList {
  items: {
    /** Former prefix. */
    prefix: string;
    createdAt: string;
  }[];
}

export interface SlugAvailability {
  /** The address in its stored form. */
  slug: string;
  /** Whether it is available. */
  available: boolean;
  /** Why it is not available. */
  reason?: 'invalid' | 'reserved' | 'taken';
}

export interface Logo {
  /** Path of the logo on this host. */
  logoUrl: string;
}

export interface Member {
  /** Id of the account. */
  userId: string;
  email: string;
  /** Display name; null when not set. */
  displayName: string | null;
  /** Role in the workspace. */
  role: Role;
  /** Whether the member is active and has access. */
  isActive: boolean;
  /** How the member can sign in: kinds of identities, and `passkey`. */
  ways: ('password' | 'google' | 'microsoft' | 'oidc' | 'passkey')[];
  /** Whether the account has an authenticator app or a passkey. */
  hasSecondFactor: boolean;
  createdAt: string;
}

export interface MemberList {
  items: Member[];
}

export interface MemberOptions {
  items: {
    /** Id of the account. */
    userId: string;
    email: string;
    /** Display name; null when not set. */
    displayName: string | null;
  }[];
}

export interface UpdateMemberInput {
  /** Role in the workspace. */
  role?: Role;
  /** False revokes access. */
  isActive?: boolean;
}

export interface TransferOwnershipInput {
  /** Id of the account of an active member. */
  userId: string;
}

export interface Invitation {
  id: string;
  email: string;
  /** Role that it brings. */
  role: Role;
  createdAt: string;
  expiresAt: string;
  /** The link in the mail; only in the response that creates it, and only if the instance sends no mails. */
  inviteUrl?: string;
}

export interface InvitationList {
  items: Invitation[];
}

export interface CreateInvitationInput {
  /** Mail address to invite. */
  email: string;
  /** Role in the workspace. */
  role?: 'MEMBER' | 'VIEWER';
}

export interface TokenInput {
  /** Token of the mail. */
  token: string;
}

/** What the holder of an invitation token may see of it. */
export interface InvitationInspected {
  /** Name of the workspace. */
  workspaceName: string;
  /** Who sent the invitation; null if that account was deleted. */
  invitedBy: {
    email: string;
    /** Display name; null when not set. */
    displayName: string | null;
  } | null;
  /** Invited mail address. */
  email: string;
  /** Role that it brings. */
  role: Role;
}

export interface InvitationAccepted {
  ok: true;
  /** Workspace that was joined. */
  workspace: { slug: string; name: string; url: string };
}
