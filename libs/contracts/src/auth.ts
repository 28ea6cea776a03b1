import type { SessionUser } from './platform.js';

export type RegistrationState = 'setup' | 'open' | 'invite' | 'closed';
export type IdentityProvider = 'password' | 'google' | 'microsoft';

/** How a session began; `link` is a one-time link of the command line. */
export const SIGN_IN_WAYS = ['password', 'google', 'microsoft', 'link', 'demo'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

export interface Providers {
  google: boolean;
  microsoft: boolean;
  registration: RegistrationState;
  /** Whether mails leave this instance; without a mail server they are files on it. */
  mail: boolean;
  demo: boolean;
  turnstileSiteKey: string | null;
}

export interface RegisterInput {
  email: string;
  password: string;
  /** First registration in single mode: name of the workspace. */
  workspaceName?: string | null;
  /** First registration on a server that listens beyond loopback. */
  setupCode?: string | null;
  invitationToken?: string | null;
  turnstileToken?: string | null;
}

/** `user` is present when the registration signed the caller in (setup, invitation). */
export interface Registered {
  ok: true;
  user?: SessionUser;
}

export interface LoginInput {
  email: string;
  password: string;
  turnstileToken?: string | null;
}

export interface LoggedIn {
  ok: true;
  user: SessionUser;
}

export interface DemoInput {
  turnstileToken?: string | null;
}

export interface Demo {
  /** Dashboard address of the demo workspace. */
  url: string;
}

/** Which workspace's host is to take the session over. */
export interface HandOverInput {
  /** Slug of the workspace. */
  workspace: string;
}

export interface HandOver {
  /** Address to open within a minute, once: there the browser becomes signed in. */
  url: string;
}

export interface EmailInput {
  email: string;
}

/** Address to send to; without one the session's account is meant. */
export interface ResendInput {
  email?: string | null;
}

export interface VerifyInput {
  token: string;
  /** "This was not me": deletes the account instead of confirming its address. */
  reject?: boolean;
}

/** What a verification mail is about, before anybody decides. */
export interface VerificationInspected {
  email: string;
  /** When the account was made, ISO 8601. */
  createdAt: string;
}

export interface ResetInput {
  token: string;
  password: string;
}

export interface ChangePasswordInput {
  /** Needed when the account has a password. */
  currentPassword?: string | null;
  newPassword: string;
}

export interface Identity {
  id: string;
  provider: IdentityProvider;
  email: string;
  createdAt: string;
}

export interface IdentityList {
  items: Identity[];
}

/** A signed-in browser; no address is kept. */
export interface AccountSession {
  id: string;
  /** Browser and system in words, such as `Firefox` and `Linux`. */
  browser: string;
  os: string;
  createdAt: string;
  lastSeenAt: string;
  current: boolean;
}

export interface AccountSessionList {
  items: AccountSession[];
}
