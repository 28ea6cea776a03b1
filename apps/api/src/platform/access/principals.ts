import type { Role, SignInWay } from '@signpost/contracts';
import type { HostTarget } from '../http/request/host-target.js';

/** A signed-in account and the session that says so. */
export interface SessionInfo {
  readonly sessionId: string;
  readonly userId: string;
  readonly email: string;
  readonly verified: boolean;
  /** Whether the account exists only for a demo workspace. */
  readonly isDemo: boolean;
  /** Whether the account gets a mail about each workspace every week. */
  readonly weeklyDigest: boolean;
  /** What colleagues see beside the address. */
  readonly displayName: string | null;
  /** How it began; null for one from before that was noted. */
  readonly way: SignInWay | null;
  /** When its account showed who it is. */
  readonly signedInAt: Date;
  /** Whether the sliding lifetime was extended, so that the cookie has to be sent again. */
  readonly extended: boolean;
}

/** An active member of the current workspace: who acts, where, and as what. */
export interface Member {
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  readonly workspaceId: string;
  readonly workspace: CurrentWorkspace;
  /** Whether the workspace asks for a second factor that the member does not have. */
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
  /** Patterns of the hosts that links may lead to; none: any. */
  readonly allowedHosts: readonly string[];
  /** Whether destinations are looked at, where the instance does that. */
  readonly destinationWatch: boolean;
  readonly createdAt: Date;
  /** Whether members need a second factor. */
  readonly requireSecondFactor: boolean;
  /** Set for a demo workspace. */
  readonly demoExpiresAt: Date | null;
}

/** What the guard asks of the product: sessions and memberships. Implemented by the auth domain. */
export abstract class Principals {
  /** The live session of a cookie token, or null. */
  abstract findSession(token: string): Promise<SessionInfo | null>;
  /** The caller's active membership in the workspace that the host selects, or null. */
  abstract findMember(session: SessionInfo, host: HostTarget): Promise<Member | null>;
}
