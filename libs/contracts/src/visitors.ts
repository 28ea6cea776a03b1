/** What the unlock page shows about a protected link. */
export interface PublicLink {
  slug: string;
  title: string | null;
  /** Name of the workspace. */
  workspaceName: string;
  /** Path of its logo on this host; null without one. */
  logoUrl: string | null;
}

export interface VerifyPasswordInput {
  /** Address of the link, without a prefix. */
  slug: string;
  /** Password entered by the visitor. */
  password: string;
  /** Path requested by the visitor, with its query. */
  path?: string | null;
}

export interface Unlocked {
  ok: true;
  /** Same-origin path that redirects now that the link is unlocked. */
  redirectTo: string;
}

export interface ReportInput {
  /** Address of the link, without a prefix. */
  slug: string;
  /** Description of the problem by the visitor. */
  reason: string;
  /** Path requested by the visitor. */
  path?: string | null;
}
