import type { Role, SignInWay } from '@signpost/contracts';
import type { HostTarget } from '../http/request/host-target.js';

/** A session and its signed-in account. */
export interface SessionInfo {
  readonly sessionId: string;
  readonly userId: string;
  readonly email: string;
  readonly verified: boolean;
  /** Whether the account exists only for a demo workspace. */
  readonly isDemo: boolean;
  /** Whether the account receives a weekly mail about each of its workspaces. */
  readonly weeklyDigest: boolean;
  /** Name that other members see next to the address. */
  readonly displayName: string | null;
  /** How the session was started; null for sessions older than this field. */
  readonly way: SignInWay | null;
  /** When the session was started by signing in. */
  readonly signedInAt: Date;
  /** Whether the sliding lifetime was extended, so that the cookie has to be sent again. */
  readonly extended: boolean;
}

/** Who does something in a workspace; null: a visitor or the system. */
export interface Actor {
  readonly workspaceId: string;
  readonly userId: string | null;
}

/** An active member of the current workspace, with the role there. */
export interface Member extends Actor {
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  readonly workspace: CurrentWorkspace;
  /** Whether the workspace requires a second factor and the member has none. */
  readonly lacksSecondFactor: boolean;
}

/** The workspace that the request's host selects. */
export interface CurrentWorkspace {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly linkPrefix: string | null;
  readonly logoKey: string | null;
  readonly notFoundDestination: string | null;
  readonly expirationDestination: string | null;
  readonly rootDestination: string | null;
  /** Patterns of the hosts that destinations may have; empty: any host. */
  readonly allowedHosts: readonly string[];
  /** Whether destinations are checked regularly, if the instance does so. */
  readonly destinationWatch: boolean;
  readonly createdAt: Date;
  /** Whether members need a second factor. */
  readonly requireSecondFactor: boolean;
  /** Set for a demo workspace. */
  readonly demoExpiresAt: Date | null;
}

/** Sessions and memberships, as the guard needs them. Implemented by the auth domain. */
export abstract class Principals {
  /** The live session of a cookie token, or null. */
  abstract findSession(token: string): Promise<SessionInfo | null>;
  /** The caller's active membership in the workspace that the host selects, or null. */
  abstract findMember(session: SessionInfo, host: HostTarget): Promise<Member | null>;
}
