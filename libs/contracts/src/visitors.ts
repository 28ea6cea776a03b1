/** What the unlock page shows of a protected link. */
export interface PublicLink {
  slug: string;
  title: string | null;
  /** Name of the workspace. */
  workspaceName: string;
  /** Path of its logo at this host; null without one. */
  logoUrl: string | null;
}

export interface VerifyPasswordInput {
  /** Address of the link, without a prefix. */
  slug: string;
  /** Password that the visitor gave. */
  password: string;
  /** Path that the visitor asked for, with its query. */
  path?: string | null;
}

export interface Unlocked {
  ok: true;
  /** Same-origin path that now redirects. */
  redirectTo: string;
}

export interface ReportInput {
  /** Address of the link, without a prefix. */
  slug: string;
  /** What is wrong, in the visitor's words. */
  reason: string;
  /** Path that the visitor asked for. */
  path?: string | null;
}
