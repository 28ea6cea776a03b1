import type { InvitationRole, QuarantineAuthority } from '@signpost/contracts';
import type { Language } from '../platform/http/index.js';

/** Every mail that Signpost sends, by kind. URLs are absolute; texts are plain and unescaped. */
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

/** A provider was connected to an account. */
export interface IdentityMail {
  readonly kind: 'identity_connected';
  /** Display name of the provider. */
  readonly providerName: string;
  /** Whether the password was removed, because it had been set before the address was proven. */
  readonly passwordRemoved: boolean;
  /** The account's page in the dashboard. */
  readonly accountUrl: string;
}

/** The sign-in methods of an account have changed. */
export interface SecurityMail {
  readonly kind: 'security';
  readonly about:
    'passkey_added' | 'passkey_removed' | 'second_factor_enabled' | 'second_factor_disabled' | 'recovery_code_used';
  /** Name of the passkey. */
  readonly name: string | null;
  /** Number of unused recovery codes. */
  readonly left: number | null;
  /** The account's page in the dashboard. */
  readonly accountUrl: string;
}

/** A change of an account's address; the old and the new address each get a mail. */
export interface EmailChangeMail {
  readonly kind: 'email_change';
  /** Which of the two addresses the mail is sent to. */
  readonly side: 'old' | 'new';
  readonly from: string;
  readonly newEmail: string;
  readonly url: string;
}

/** An account's address was changed; both addresses are notified. */
export interface EmailChangedMail {
  readonly kind: 'email_changed';
  readonly from: string;
  readonly newEmail: string;
  /** The account's page in the dashboard. */
  readonly accountUrl: string;
}

/** A link needs attention. */
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

/** A destination is broken, or works again. */
export interface DestinationMail {
  readonly kind: 'destination';
  readonly news: 'broken' | 'well';
  readonly destination: string;
  /** Number of the recipient's links with this destination. */
  readonly linkCount: number;
  readonly workspaceName: string;
  /** Short URL of the first of them. */
  readonly shortUrl: string;
  /** The first link's page in the dashboard. */
  readonly linkUrl: string;
}

/** A backup job has failed; sent to operators. */
export interface JobFailedMail {
  readonly kind: 'job_failed';
  readonly job: 'backup' | 'restore_drill';
  readonly error: string;
  /** The operator's page in the dashboard. */
  readonly statusUrl: string;
}

/** Links were quarantined by an operator or the list of blocked hosts. */
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

/** Default destinations of a workspace were removed by an operator or the list of blocked hosts. */
export interface DefaultRemovedMail {
  readonly kind: 'default_removed';
  readonly workspaceName: string;
  readonly destinations: readonly string[];
  readonly reason: string;
  /** The workspace's settings in the dashboard. */
  readonly settingsUrl: string;
}

/** A message about a reported link to its creator. */
export interface CreatorMail {
  readonly kind: 'creator_message';
  readonly workspaceName: string;
  readonly shortUrl: string;
  /** In the writer's words; may have several lines. */
  readonly message: string;
  /** Whether it comes from the workspace or from the operator of the instance. */
  readonly by: QuarantineAuthority;
  /** Mail address of the sender; null for an operator who used the secret. */
  readonly from: string | null;
  /** The link's page in the dashboard. */
  readonly linkUrl: string;
}

/** Weekly statistics of a workspace. */
export interface DigestMail {
  readonly kind: 'digest';
  /** Display name of the recipient; null when not set. */
  readonly readerName: string | null;
  readonly workspaceName: string;
  /** First and last day of the week, `YYYY-MM-DD`. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly clicks: Compared;
  readonly visitors: Compared;
  /** The most clicked first; `url` is the link's page in the dashboard. */
  readonly topLinks: readonly { readonly name: string; readonly clicks: number; readonly url: string }[];
  /** Links that need attention now; reasons without links are omitted. */
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

/** A count of a week and of the week before. */
export interface Compared {
  readonly now: number;
  readonly before: number;
}

/** A queued mail, with the language of its recipient. */
export type QueuedMail = Mail & { readonly language: Language };

/** A rendered mail, independent of the transport. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The main URL of the mail, shown in the log when mails are written to files. */
  readonly link: string;
}
