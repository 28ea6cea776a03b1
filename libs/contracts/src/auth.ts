import type { SessionUser } from './platform.js';

export type RegistrationState = 'setup' | 'open' | 'invite' | 'closed';
/** External sign-in providers; `oidc` is the organisation's own. */
export const OUTSIDE_PROVIDERS = ['google', 'microsoft', 'oidc'] as const;
export type OutsideProvider = (typeof OUTSIDE_PROVIDERS)[number];
export type IdentityProvider = 'password' | OutsideProvider;

/** How a session was started; `link` is a one-time link created on the command line. */
export const SIGN_IN_WAYS = ['password', 'google', 'microsoft', 'oidc', 'passkey', 'link', 'demo'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

export interface Providers {
  /** Whether people may sign in with Google. */
  google: boolean;
  /** Whether people may sign in with Microsoft. */
  microsoft: boolean;
  /** The organisation's own provider and the name on its button; null when not configured. */
  oidc: { name: string } | null;
  /** Whether people may sign in with a password. */
  passwords: boolean;
  /** Who may make an account. */
  registration: RegistrationState;
  /** Whether mails are sent through a mail server; otherwise they are written to files on the server. */
  mail: boolean;
  /** Whether demo workspaces can be created on this instance. */
  demo: boolean;
  /** Site key of the bot check in forms; null when there is none. */
  turnstileSiteKey: string | null;
}

export interface RegisterInput {
  /** Mail address of the account. */
  email: string;
  /** Password: 12 to 200 characters that are not easy to guess. */
  password: string;
  /** First registration in single mode: name of the workspace. */
  workspaceName?: string | null;
  /** Setup code; required for the first registration on a server that listens beyond loopback. */
  setupCode?: string | null;
  /** Token of an invitation that the registration accepts. */
  invitationToken?: string | null;
  /** Token of the bot check, if the instance requires one. */
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
  /** Token of the bot check, if the instance requires one. */
  turnstileToken?: string | null;
}

export interface LoggedIn {
  ok: true;
  /** Who is signed in now. */
  user: SessionUser;
}

/** Settings of the caller's account; omitted fields stay unchanged. */
export interface AccountInput {
  /** Whether to send a mail per workspace every Monday about the week before. */
  weeklyDigest?: boolean;
  /** Display name shown to colleagues next to the mail address; null: none. */
  displayName?: string | null;
}

/** Request to change the mail address. */
export interface ChangeEmailInput {
  /** New mail address of the account. */
  email: string;
  /** Required if the account has a password and passwords are enabled. */
  currentPassword?: string | null;
}

/** A pending change of address; it takes effect once both addresses are confirmed. */
export interface EmailChange {
  /** New mail address. */
  email: string;
  /** Whether the current address has been confirmed. */
  oldConfirmed: boolean;
  /** Whether the new address has been confirmed. */
  newConfirmed: boolean;
  createdAt: string;
  /** When its tokens expire. */
  expiresAt: string;
}

export interface PendingEmailChange {
  /** The pending change; null: none. */
  change: EmailChange | null;
}

/** What a token for a change of address is about, without using it. */
export interface EmailChangeInspected {
  /** Current mail address of the account. */
  from: string;
  /** Requested mail address. */
  to: string;
  /** Which of the two addresses the token was mailed to. */
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
  /** Whether both addresses are confirmed and the change has taken effect. */
  changed: boolean;
}

/** Result of signing out; some providers have a URL that also ends the session there. */
export interface LoggedOut {
  ok: true;
  /** URL that also ends the session at the provider. */
  redirectTo?: string;
}

/** A code of an authenticator app, or a recovery code. */
export interface CodeInput {
  /** Six digits from the app, or a recovery code (when finishing a sign-in or turning the factor off). */
  code: string;
}

/** State of the account's second factor. */
export interface SecondFactor {
  /** Whether it is on. */
  enabled: boolean;
  /** Recovery codes that have not been used. */
  recoveryCodesLeft: number;
}

/** Secret for an authenticator app, as text to type and as the URI in the QR code. */
export interface SecondFactorSetup {
  /** Base32. */
  secret: string;
  /** `otpauth:` URI of the secret. */
  uri: string;
}

/** Shown once. */
export interface RecoveryCodes {
  /** Each works once instead of a code. */
  recoveryCodes: string[];
}

/** A passkey of a device or password manager, which signs in without a password. */
export interface Passkey {
  id: string;
  /** Name chosen by its owner. */
  name: string;
  createdAt: string;
  /** When it was last used to sign in; null: never. */
  lastUsedAt: string | null;
}

export interface PasskeyList {
  items: Passkey[];
}

/** Options of the Web Authentication API, in the form of `@simplewebauthn/browser`. */
export interface PasskeyOptions {
  [option: string]: unknown;
}

/** The credential that the browser created from the options. */
export interface CreatePasskeyInput {
  /** Name chosen by its owner. */
  name?: string | null;
  /** What `startRegistration` of `@simplewebauthn/browser` returns. */
  response: Record<string, unknown>;
}

export interface RenamePasskeyInput {
  /** Name chosen by its owner. */
  name: string;
}

export interface PasskeySignInInput {
  /** What `startAuthentication` of `@simplewebauthn/browser` returns. */
  response: Record<string, unknown>;
}

/** The sign-in configuration of the instance. */
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
  /** Name on its button. */
  name: string;
  /** Issuer URL of the provider. */
  issuer: string;
  /** Redirect URI that must be registered at the provider. */
  redirectUri: string;
  /** Mail domains that may sign in; empty: any. */
  domains: string[];
  /** Claim that contains the groups; null when not configured. */
  groupsClaim: string | null;
  /** Roles granted by groups. */
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

/** Result of testing a provider, as in `signpost doctor`. */
export interface ProviderFindings {
  /** Checks, in order. */
  items: {
    /** Name of the check. */
    check: string;
    /** Result of the check. */
    state: 'ok' | 'warning' | 'failed';
    /** Explanation of the result. */
    detail: string;
    /** Recommended action. */
    action?: string;
  }[];
}

export interface DemoInput {
  /** Token of the bot check, if the instance requires one. */
  turnstileToken?: string | null;
}

export interface Demo {
  /** Dashboard address of the demo workspace. */
  url: string;
}

/** The workspace whose host should receive the session. */
export interface HandOverInput {
  /** Slug of the workspace. */
  workspace: string;
}

export interface HandOver {
  /** URL to open once within a minute: it signs the browser in on that host. */
  url: string;
}

export interface EmailInput {
  /** Mail address of the account. */
  email: string;
}

/** Address to send to; without it, the address of the session's account. */
export interface ResendInput {
  /** Mail address of the account; null or absent: that of the session. */
  email?: string | null;
}

export interface VerifyInput {
  /** Token of the mail. */
  token: string;
  /** "This was not me": deletes the account instead of confirming its address. */
  reject?: boolean;
}

/** What a verification token is about, without using it. */
export interface VerificationInspected {
  /** Mail address to be confirmed. */
  email: string;
  /** When the account was created, ISO 8601. */
  createdAt: string;
}

export interface ResetInput {
  /** Token of the mail. */
  token: string;
  /** New password: 12 to 200 characters that are not easy to guess. */
  password: string;
}

export interface ChangePasswordInput {
  /** Required if the account has a password. */
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

/** A signed-in browser; IP addresses are not stored. */
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
