import type { Permission, Role } from './permissions.js';

export type DeploymentMode = 'single' | 'multi';

export interface Health {
  ok: boolean;
  database: 'up' | 'down';
  /** Software version. */
  version: string;
}

/** Liveness: nothing but that the process answers. */
export interface HealthLive {
  ok: true;
  /** Software version. */
  version: string;
}

export interface HostContext {
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
  version: string;
}

export interface Session {
  user: SessionUser | null;
  /** The current workspace when the caller is an active member of it. */
  workspace: Workspace | null;
  role: Role | null;
  permissions: Permission[];
  /** Whether this workspace asks for a second factor that the account does not have yet: its routes answer 403 until then. */
  secondFactorMissing: boolean;
  /** Whether mails leave through a mail server, or are files in the outbox of this instance. */
  mailDelivery: 'smtp' | 'outbox';
}

export interface SessionUser {
  id: string;
  email: string;
  verified: boolean;
  isOperator: boolean;
  /** Whether a mail about each workspace comes every week. */
  weeklyDigest: boolean;
}

export interface Workspace {
  id: string;
  name: string;
  slug: string;
  /** Origin of the workspace's dashboard, no trailing slash. */
  url: string;
  /** The caller's role. */
  role: Role;
  logoUrl: string | null;
  /** Whether members need a second factor. */
  requireSecondFactor: boolean;
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
  mode: DeploymentMode;
  /** Workspace that the host selects if the caller is an active member of it. */
  currentId: string | null;
  items: Workspace[];
}

export interface CreateWorkspaceInput {
  name: string;
  slug?: string | null;
  linkPrefix?: string | null;
}

export type PathMode = 'preserve' | 'replace';

/** Every field is optional, one at least is needed. */
export interface UpdateWorkspaceInput {
  name?: string;
  linkPrefix?: string | null;
  pathMode?: PathMode;
  /** Members without a second factor are kept out until they have one. */
  requireSecondFactor?: boolean;
  notFoundDestination?: string | null;
  expirationDestination?: string | null;
  rootDestination?: string | null;
  /** Hosts that links may lead to, `*.example.com` for the names below; none: any. At most 100. */
  allowedHosts?: string[];
  /** Whether destinations are looked at, where the instance does that. */
  destinationWatch?: boolean;
}

/** Tracking values under a name, to be used again. */
export interface UtmPreset {
  name: string;
  source?: string;
  medium?: string;
  term?: string;
  content?: string;
}

export interface UtmPresetList {
  items: UtmPreset[];
}

/** The presets of a workspace, in place of those before. */
export interface UtmPresetsInput {
  items: UtmPresetInput[];
}

export interface UtmPresetInput {
  name: string;
  source?: string | null;
  medium?: string | null;
  term?: string | null;
  content?: string | null;
}

export interface LinkPrefixList {
  items: { prefix: string; createdAt: string }[];
}

export interface SlugAvailability {
  slug: string;
  available: boolean;
  reason?: 'invalid' | 'reserved' | 'taken';
}

export interface Logo {
  logoUrl: string;
}

export interface Member {
  userId: string;
  email: string;
  role: Role;
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
  items: { userId: string; email: string }[];
}

export interface UpdateMemberInput {
  role?: Role;
  isActive?: boolean;
}

export interface TransferOwnershipInput {
  userId: string;
}

export interface Invitation {
  id: string;
  email: string;
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
  email: string;
  role?: 'MEMBER' | 'VIEWER';
}

export interface TokenInput {
  token: string;
}

export interface InvitationAccepted {
  ok: true;
  workspace: { slug: string; name: string; url: string };
}
