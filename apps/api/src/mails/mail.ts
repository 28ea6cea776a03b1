import type { InvitationRole, QuarantineAuthority } from '@signpost/contracts';
import type { Language } from '../platform/http/index.js';

/** Every mail that Signpost sends, by what it says. Addresses in it are absolute; texts are plain and unescaped. */
export type Mail = { readonly to: string } & (
  | { readonly kind: 'verification'; readonly url: string }
  | { readonly kind: 'existing_account'; readonly loginUrl: string; readonly resetUrl: string }
  | { readonly kind: 'password_reset'; readonly url: string }
  | InvitationMail
  | IdentityMail
  | SecurityMail
  | EmailChangeMail
  | EmailChangedMail
  | AlertMail
  | ReportMail
  | DestinationMail
  | QuarantineMail
  | DefaultRemovedMail
  | CreatorMail
  | JobFailedMail
  | DigestMail
);

export interface InvitationMail {
  readonly kind: 'invitation';
  readonly url: string;
  readonly workspaceName: string;
  /** Address of the member who invites; null when that account is gone. */
  readonly invitedBy: string | null;
  readonly role: InvitationRole;
}

/** An account has another way in: an account at a provider. */
export interface IdentityMail {
  readonly kind: 'identity_connected';
  /** As its button calls it. */
  readonly providerName: string;
  /** Whether the password went, because nobody had shown that it was the owner's. */
  readonly passwordRemoved: boolean;
  /** The account's page in the dashboard. */
  readonly accountUrl: string;
}

/** Something changed in how an account is signed in to. */
export interface SecurityMail {
  readonly kind: 'security';
  readonly about:
    'passkey_added' | 'passkey_removed' | 'second_factor_enabled' | 'second_factor_disabled' | 'recovery_code_used';
  /** Of a passkey. */
  readonly name: string | null;
  /** Recovery codes that are left. */
  readonly left: number | null;
  /** The account's page in the dashboard. */
  readonly accountUrl: string;
}

/** An account is to have another address: the address that it has and the new one are asked, each by a mail of its own. */
export interface EmailChangeMail {
  readonly kind: 'email_change';
  /** Which of the two the mail goes to. */
  readonly side: 'old' | 'new';
  readonly from: string;
  readonly newEmail: string;
  readonly url: string;
}

/** An account has another address; both hear of it. */
export interface EmailChangedMail {
  readonly kind: 'email_changed';
  readonly from: string;
  readonly newEmail: string;
  /** The account's page in the dashboard. */
  readonly accountUrl: string;
}

/** A link wants attention. */
export interface AlertMail {
  readonly kind: 'alert';
  readonly about:
    | { readonly reason: 'expiring'; /** ISO 8601. */ readonly expiresAt: string }
    | { readonly reason: 'near_limit'; readonly usedVisits: number; readonly maximumVisits: number }
    | { readonly reason: 'review_due'; /** ISO 8601. */ readonly reviewAt: string };
  readonly workspaceName: string;
  readonly shortUrl: string;
  readonly title: string | null;
  /** The link's page in the dashboard. */
  readonly linkUrl: string;
}

/** A visitor reported a link. */
export interface ReportMail {
  readonly kind: 'report';
  readonly workspaceName: string;
  readonly shortUrl: string;
  /** What the visitor wrote; may have several lines. */
  readonly reason: string;
  /** The link's page in the dashboard. */
  readonly linkUrl: string;
}

/** Where links lead is broken, or well again. */
export interface DestinationMail {
  readonly kind: 'destination';
  readonly news: 'broken' | 'well';
  readonly destination: string;
  /** Links of the recipient's that lead there. */
  readonly linkCount: number;
  readonly workspaceName: string;
  /** Of the first of them. */
  readonly shortUrl: string;
  /** The first link's page in the dashboard. */
  readonly linkUrl: string;
}

/** A job that keeps the data safe has failed; operators get it. */
export interface JobFailedMail {
  readonly kind: 'job_failed';
  readonly job: 'backup' | 'restore_drill';
  readonly error: string;
  /** The operator's page in the dashboard. */
  readonly statusUrl: string;
}

/** An operator or a list of blocked hosts has stopped links. */
export interface QuarantineMail {
  readonly kind: 'quarantine';
  readonly workspaceName: string;
  /** The first of them. */
  readonly shortUrl: string;
  readonly reason: string;
  readonly linkCount: number;
  /** The first link's page in the dashboard. */
  readonly linkUrl: string;
}

/** An operator or a list of blocked hosts has taken default destinations of a workspace away. */
export interface DefaultRemovedMail {
  readonly kind: 'default_removed';
  readonly workspaceName: string;
  readonly destinations: readonly string[];
  readonly reason: string;
  /** The workspace's settings in the dashboard. */
  readonly settingsUrl: string;
}

/** The desk of reports writes to whoever made a reported link. */
export interface CreatorMail {
  readonly kind: 'creator_message';
  readonly workspaceName: string;
  readonly shortUrl: string;
  /** In the writer's words; may have several lines. */
  readonly message: string;
  /** Whether it comes from the workspace or from the operator of the instance. */
  readonly by: QuarantineAuthority;
  /** Address of whoever writes; null for an operator who showed the secret. */
  readonly from: string | null;
  /** The link's page in the dashboard. */
  readonly linkUrl: string;
}

/** How a workspace did in a week. */
export interface DigestMail {
  readonly kind: 'digest';
  /** What the reader calls themselves; null for who has not said. */
  readonly readerName: string | null;
  readonly workspaceName: string;
  /** First and last day of the week, `YYYY-MM-DD`. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly clicks: Compared;
  readonly visitors: Compared;
  /** The most clicked first; `url` is the link's page in the dashboard. */
  readonly topLinks: readonly { readonly name: string; readonly clicks: number; readonly url: string }[];
  /** What wants a look now; reasons without links are left out. */
  readonly attention: readonly {
    readonly reason: 'broken' | 'expiring' | 'near_limit' | 'stopped' | 'review';
    readonly links: readonly { readonly name: string; readonly url: string }[];
    readonly hasMore: boolean;
  }[];
  /** The report of the week in the dashboard. */
  readonly reportUrl: string;
  /** Where the account switches digests off. */
  readonly accountUrl: string;
}

/** A count of a week and of the one before. */
export interface Compared {
  readonly now: number;
  readonly before: number;
}

/** A mail as it waits, in the language that its recipient reads. */
export type QueuedMail = Mail & { readonly language: Language };

/** A mail in words, ready for any transport. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The one address that the mail is about, shown in the log when mails are written to files. */
  readonly link: string;
}
