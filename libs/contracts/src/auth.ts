import type { SessionUser } from './platform.js';

export type RegistrationState = 'setup' | 'open' | 'invite' | 'closed';
/** Providers of sign-ins outside this instance; `oidc` is the company's own. */
export const OUTSIDE_PROVIDERS = ['google', 'microsoft', 'oidc'] as const;
export type OutsideProvider = (typeof OUTSIDE_PROVIDERS)[number];
export type IdentityProvider = 'password' | OutsideProvider;

/** How a session began; `link` is a one-time link of the command line. */
export const SIGN_IN_WAYS = ['password', 'google', 'microsoft', 'oidc', 'passkey', 'link', 'demo'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

export interface Providers {
  google: boolean;
  microsoft: boolean;
  /** The company's own provider, and what its button says. */
  oidc: { name: string } | null;
  /** Whether people may sign in with a password. */
  passwords: boolean;
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

/** What somebody sets about their own account; what is left out stays. */
export interface AccountInput {
  /** Mondays, one mail a workspace about the week before. */
  weeklyDigest?: boolean;
}

/** Signing out; some providers have an address that ends the session there too. */
export interface LoggedOut {
  ok: true;
  redirectTo?: string;
}

/** A code of an authenticator app, or where a sign-in is finished a recovery code. */
export interface CodeInput {
  code: string;
}

/** Whether a password alone signs the account in. */
export interface SecondFactor {
  enabled: boolean;
  /** Recovery codes that have not been used. */
  recoveryCodesLeft: number;
}

/** What an authenticator app takes over: as text to type, and as the address that a QR code holds. */
export interface SecondFactorSetup {
  /** Base32. */
  secret: string;
  uri: string;
}

/** Shown once. */
export interface RecoveryCodes {
  recoveryCodes: string[];
}

/** A key of a device or a password manager that signs in by itself. */
export interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

export interface PasskeyList {
  items: Passkey[];
}

/** Options of the Web Authentication API, in the form of `@simplewebauthn/browser`. */
export interface PasskeyOptions {
  [option: string]: unknown;
}

/** What the browser made of the options. */
export interface CreatePasskeyInput {
  name?: string | null;
  response: Record<string, unknown>;
}

export interface RenamePasskeyInput {
  name: string;
}

export interface PasskeySignInInput {
  response: Record<string, unknown>;
}

/** What the operator has configured for signing in. */
export interface SignInSetup {
  passwords: boolean;
  registration: 'open' | 'invite' | 'closed';
  providers: ConfiguredProvider[];
}

export interface ConfiguredProvider {
  provider: OutsideProvider;
  name: string;
  issuer: string;
  /** What the provider has to know as the address to send people back to. */
  redirectUri: string;
  domains: string[];
  groupsClaim: string | null;
  groupRoles: { group: string; role: 'MEMBER' | 'VIEWER' }[];
}

export interface TestProviderInput {
  provider: OutsideProvider;
}

/** What was found about a provider, as `signpost doctor` says it. */
export interface ProviderFindings {
  items: { check: string; state: 'ok' | 'warning' | 'failed'; detail: string; action?: string }[];
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
