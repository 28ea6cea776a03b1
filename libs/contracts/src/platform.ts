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

/** Liveness: nothing but that the process answers. */
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
  /** Whether this instance looks at where links lead. */
  destinationWatch: boolean;
  /** Whether demo workspaces can be made here. */
  demo: boolean;
  /** Version of the software. */
  version: string;
}

export interface Session {
  /** Who is signed in; null: nobody. */
  user: SessionUser | null;
  /** The current workspace when the caller is an active member of it. */
  workspace: Workspace | null;
  /** Role in this workspace; null without one. */
  role: Role | null;
  /** What the role may do. */
  permissions: Permission[];
  /** Whether this workspace asks for a second factor that the account does not have yet: its routes answer 403 until then. */
  secondFactorMissing: boolean;
  /** Whether mails leave through a mail server, or are files in the outbox of this instance. */
  mailDelivery: 'smtp' | 'outbox';
}

export interface SessionUser {
  id: string;
  email: string;
  /** Whether the mail address is confirmed. */
  verified: boolean;
  /** Whether they operate this instance. */
  isOperator: boolean;
  /** Whether a mail about each workspace comes every week. */
  weeklyDigest: boolean;
  /** What colleagues see beside the mail address; null without one. */
  displayName: string | null;
}

export interface Workspace {
  id: string;
  name: string;
  /** Its label in the address of its host. */
  slug: string;
  /** Origin of the workspace's dashboard, no trailing slash. */
  url: string;
  /** The caller's role. */
  role: Role;
  /** Path of its logo at this host; null without one. */
  logoUrl: string | null;
  /** Whether members need a second factor. */
  requireSecondFactor: boolean;
  /** First part of the path of its short URLs; null without one. */
  linkPrefix: string | null;
  /** What a short URL begins with, without a trailing slash: origin and prefix. */
  shortUrlBase: string;
  /** Where an unknown short address leads; null: to a page that says so. */
  notFoundDestination: string | null;
  /** Where an expired link without a fallback of its own leads. */
  expirationDestination: string | null;
  /** Where `/` of a short domain of its own leads. */
  rootDestination: string | null;
  /** Hosts that links may lead to, `*.example.com` for the names below; none: any. */
  allowedHosts: string[];
  /** Whether destinations are looked at, where the instance does that. */
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
  /** What people call it. */
  name: string;
  /** Its label in the address of its host: 3 to 63 of a to z, 0 to 9 and inner hyphens. Empty: made of the name. */
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
  /** What people call it. */
  name?: string;
  /** First part of the path of its short URLs: 1 to 32 of a to z, 0 to 9 and inner hyphens. Null: none. */
  linkPrefix?: string | null;
  /** Whether short URLs with the former prefix go on working (`preserve`). */
  pathMode?: PathMode;
  /** Members without a second factor are kept out until they have one. */
  requireSecondFactor?: boolean;
  /** Where an unknown short address leads. Null: to a page that says so. */
  notFoundDestination?: string | null;
  /** Where an expired link without a fallback of its own leads. Null: to a page that says so. */
  expirationDestination?: string | null;
  /** Where `/` of a short domain of its own leads. Null: nowhere. */
  rootDestination?: string | null;
  /** Hosts that links may lead to, `*.example.com` for the names below; none: any. At most 100. */
  allowedHosts?: string[];
  /** Whether destinations are looked at, where the instance does that. */
  destinationWatch?: boolean;
}

/** Tracking values under a name, to be used again. */
export interface UtmPreset {
  /** What people call it. */
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

/** The presets of a workspace, in place of those before. */
export interface UtmPresetsInput {
  /** The presets, in order. */
  items: UtmPresetInput[];
}

export interface UtmPresetInput {
  /** What people call it; names differ whatever their case. */
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
  /** The address as it would be kept. */
  slug: string;
  /** Whether it is free. */
  available: boolean;
  /** Why it is not. */
  reason?: 'invalid' | 'reserved' | 'taken';
}

export interface Logo {
  /** Path of the logo at this host. */
  logoUrl: string;
}

export interface Member {
  /** Id of the account. */
  userId: string;
  email: string;
  /** What they call themselves; null without one. */
  displayName: string | null;
  /** Role in the workspace. */
  role: Role;
  /** Whether they have access. */
  isActive: boolean;
  /** How the member can sign in: kinds of identities, and `passkey`. */
  ways: ('password' | 'google' | 'microsoft' | 'oidc' | 'passkey')[];
  /** Whether the account has codes of an app or a passkey. */
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
    /** What they call themselves; null without one. */
    displayName: string | null;
  }[];
}

export interface UpdateMemberInput {
  /** Role in the workspace. */
  role?: Role;
  /** False takes the access away. */
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
  /** The mailed link; only in the answer that makes it, and only where no mail leaves the instance. */
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

/** What an invitation is to, for whoever holds its token. */
export interface InvitationInspected {
  /** Name of the workspace. */
  workspaceName: string;
  /** Who invites; null when that account is gone. */
  invitedBy: {
    email: string;
    /** What they call themselves; null without one. */
    displayName: string | null;
  } | null;
  /** Mail address that is invited. */
  email: string;
  /** Role that it brings. */
  role: Role;
}

export interface InvitationAccepted {
  ok: true;
  /** Workspace that was joined. */
  workspace: { slug: string; name: string; url: string };
}
