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
  /** Whether people may sign in with Google. */
  google: boolean;
  /** Whether people may sign in with Microsoft. */
  microsoft: boolean;
  /** The company's own provider, and what its button says. */
  oidc: { name: string } | null;
  /** Whether people may sign in with a password. */
  passwords: boolean;
  /** Who may make an account. */
  registration: RegistrationState;
  /** Whether mails leave this instance; without a mail server they are files on it. */
  mail: boolean;
  /** Whether demo workspaces can be made here. */
  demo: boolean;
  /** Site key of the bot check that forms show; null without one. */
  turnstileSiteKey: string | null;
}

export interface RegisterInput {
  /** Mail address of the account. */
  email: string;
  /** Password: 12 to 200 characters that are not easy to guess. */
  password: string;
  /** First registration in single mode: name of the workspace. */
  workspaceName?: string | null;
  /** First registration on a server that listens beyond loopback. */
  setupCode?: string | null;
  /** Token of an invitation that is accepted by this. */
  invitationToken?: string | null;
  /** Answer of the bot check, where the instance asks for one. */
  turnstileToken?: string | null;
}

/** `user` is present when the registration signed the caller in (setup, invitation). */
export interface Registered {
  ok: true;
  /** Who is signed in now. */
  user?: SessionUser;
}

export interface LoginInput {
  /** Mail address of the account. */
  email: string;
  /** Its password. */
  password: string;
  /** Answer of the bot check, where the instance asks for one. */
  turnstileToken?: string | null;
}

export interface LoggedIn {
  ok: true;
  /** Who is signed in now. */
  user: SessionUser;
}

/** What somebody sets about their own account; what is left out stays. */
export interface AccountInput {
  /** Mondays, one mail a workspace about the week before. */
  weeklyDigest?: boolean;
  /** What colleagues see beside the mail address; null: nothing. */
  displayName?: string | null;
}

/** Which address the account is to have. */
export interface ChangeEmailInput {
  /** New mail address of the account. */
  email: string;
  /** Needed when the account signs in with a password. */
  currentPassword?: string | null;
}

/** A change of address that waits until both addresses are confirmed. */
export interface EmailChange {
  /** New mail address. */
  email: string;
  /** Whether the mail to the address of now was answered. */
  oldConfirmed: boolean;
  /** Whether the mail to the new address was answered. */
  newConfirmed: boolean;
  createdAt: string;
  /** When its mails stop working. */
  expiresAt: string;
}

export interface PendingEmailChange {
  /** What the account waits for; null: nothing. */
  change: EmailChange | null;
}

/** What a mail about a change of address asks, before anybody decides. */
export interface EmailChangeInspected {
  /** Mail address of the account now. */
  from: string;
  /** Mail address that it is to have. */
  to: string;
  /** To which of the two the token was mailed. */
  side: 'old' | 'new';
}

export interface EmailChangeAnswer {
  /** Token of the mail. */
  token: string;
  /** "This was not me": ends the change instead of confirming the address. */
  reject?: boolean;
}

export interface EmailChangeConfirmed {
  ok: true;
  /** Whether both addresses are confirmed now, so that the account has the new one. */
  changed: boolean;
}

/** Signing out; some providers have an address that ends the session there too. */
export interface LoggedOut {
  ok: true;
  /** Address that ends the session at the provider, too. */
  redirectTo?: string;
}

/** A code of an authenticator app, or where a sign-in is finished a recovery code. */
export interface CodeInput {
  /** Six digits of the app, or a recovery code where a sign-in is finished. */
  code: string;
}

/** Whether a password alone signs the account in. */
export interface SecondFactor {
  /** Whether it is on. */
  enabled: boolean;
  /** Recovery codes that have not been used. */
  recoveryCodesLeft: number;
}

/** What an authenticator app takes over: as text to type, and as the address that a QR code holds. */
export interface SecondFactorSetup {
  /** Base32. */
  secret: string;
  /** `otpauth:` address of the secret. */
  uri: string;
}

/** Shown once. */
export interface RecoveryCodes {
  /** Each works once in place of a code. */
  recoveryCodes: string[];
}

/** A key of a device or a password manager that signs in by itself. */
export interface Passkey {
  id: string;
  /** What its owner calls it. */
  name: string;
  createdAt: string;
  /** When it last signed in; null before. */
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
  /** What its owner calls it. */
  name?: string | null;
  /** What `startRegistration` of `@simplewebauthn/browser` answers. */
  response: Record<string, unknown>;
}

export interface RenamePasskeyInput {
  /** What its owner calls it. */
  name: string;
}

export interface PasskeySignInInput {
  /** What `startAuthentication` of `@simplewebauthn/browser` answers. */
  response: Record<string, unknown>;
}

/** What the operator has configured for signing in. */
export interface SignInSetup {
  /** Whether people may sign in with a password. */
  passwords: boolean;
  /** Who may make an account. */
  registration: 'open' | 'invite' | 'closed';
  /** Providers that are configured. */
  providers: ConfiguredProvider[];
}

export interface ConfiguredProvider {
  /** Which provider. */
  provider: OutsideProvider;
  /** What its button says. */
  name: string;
  /** Address that names the provider. */
  issuer: string;
  /** What the provider has to know as the address to send people back to. */
  redirectUri: string;
  /** Domains of mail addresses that may sign in; none: any. */
  domains: string[];
  /** Claim that names the groups; null without one. */
  groupsClaim: string | null;
  /** Roles that groups bring. */
  groupRoles: {
    /** Group, as the provider names it. */
    group: string;
    /** Role that it brings. */
    role: 'MEMBER' | 'VIEWER';
  }[];
}

export interface TestProviderInput {
  /** Which provider. */
  provider: OutsideProvider;
}

/** What was found about a provider, as `signpost doctor` says it. */
export interface ProviderFindings {
  /** What was looked at, in order. */
  items: {
    /** What was looked at. */
    check: string;
    /** How it is. */
    state: 'ok' | 'warning' | 'failed';
    /** What was found, in words. */
    detail: string;
    /** What to do about it. */
    action?: string;
  }[];
}

export interface DemoInput {
  /** Answer of the bot check, where the instance asks for one. */
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
  /** Mail address of the account. */
  email: string;
}

/** Address to send to; without one the session's account is meant. */
export interface ResendInput {
  /** Mail address of the account; null or left out: of the session. */
  email?: string | null;
}

export interface VerifyInput {
  /** Token of the mail. */
  token: string;
  /** "This was not me": deletes the account instead of confirming its address. */
  reject?: boolean;
}

/** What a verification mail is about, before anybody decides. */
export interface VerificationInspected {
  /** Mail address that it confirms. */
  email: string;
  /** When the account was made, ISO 8601. */
  createdAt: string;
}

export interface ResetInput {
  /** Token of the mail. */
  token: string;
  /** New password: 12 to 200 characters that are not easy to guess. */
  password: string;
}

export interface ChangePasswordInput {
  /** Needed when the account has a password. */
  currentPassword?: string | null;
  /** New password: 12 to 200 characters that are not easy to guess. */
  newPassword: string;
}

export interface Identity {
  id: string;
  /** Which way to sign in. */
  provider: IdentityProvider;
  /** Mail address that the provider knows. */
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
  /** Operating system in words. */
  os: string;
  createdAt: string;
  /** When it was last used. */
  lastSeenAt: string;
  /** Whether it is the session of this request. */
  current: boolean;
}

export interface AccountSessionList {
  items: AccountSession[];
}
