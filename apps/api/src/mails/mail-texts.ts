import type { Language } from '../platform/http/index.js';
import type { MailParts } from './mail-layout.js';
import { GERMAN } from './mail-texts.de.js';
import { ENGLISH } from './mail-texts.en.js';
import type {
  AlertMail,
  Compared,
  CreatorMail,
  DefaultRemovedMail,
  DestinationMail,
  DigestMail,
  EmailChangedMail,
  EmailChangeMail,
  IdentityMail,
  InvitationMail,
  JobFailedMail,
  Mail,
  QuarantineMail,
  ReportMail,
  SecurityMail,
} from './mail.js';

/** The specific parts of an alert; the rest is the same for all. */
export type AlertParts = Pick<MailParts, 'subject' | 'heading' | 'paragraphs'>;

/** Texts of a digest; numbers and days are passed formatted. */
export interface DigestTexts {
  readonly subject: (workspace: string, clicks: Compared, count: string) => string;
  readonly heading: (workspace: string) => string;
  readonly greeting: (name: string) => string;
  /** Which days, in UTC. */
  readonly days: (days: string) => string;
  readonly clicks: string;
  readonly visitors: string;
  /** @param percent of the change, without sign; null when there was nothing before. */
  readonly change: (count: Compared, percent: string | null) => string;
  readonly topLinks: string;
  readonly attention: Readonly<Record<DigestMail['attention'][number]['reason'], string>>;
  readonly more: string;
  readonly action: string;
  readonly footnote: string;
  readonly switchOff: string;
}

/** Texts of every mail in one language. Times are passed formatted, links as their title or short URL. */
export interface MailTexts {
  readonly ifButtonFails: string;
  readonly verification: (mail: Extract<Mail, { kind: 'verification' }>) => MailParts;
  readonly existing_account: (mail: Extract<Mail, { kind: 'existing_account' }>) => MailParts;
  readonly password_reset: (mail: Extract<Mail, { kind: 'password_reset' }>) => MailParts;
  readonly invitation: (mail: InvitationMail) => MailParts;
  readonly identity_connected: (mail: IdentityMail) => MailParts;
  readonly security: (mail: SecurityMail) => MailParts;
  readonly email_change: (mail: EmailChangeMail) => MailParts;
  readonly email_changed: (mail: EmailChangedMail) => MailParts;
  readonly alert: (mail: AlertMail) => Pick<MailParts, 'action' | 'footnote'>;
  readonly expiring: (name: string, expiresAt: string) => AlertParts;
  readonly nearLimit: (name: string, used: number, maximum: number) => AlertParts;
  readonly limitReached: (name: string, used: number, maximum: number) => AlertParts;
  readonly reviewDue: (name: string, reviewAt: string) => AlertParts;
  readonly report: (mail: ReportMail) => MailParts;
  readonly destination: (mail: DestinationMail) => MailParts;
  readonly digest: DigestTexts;
  readonly job_failed: (mail: JobFailedMail) => MailParts;
  readonly quarantine: (mail: QuarantineMail) => MailParts;
  readonly default_removed: (mail: DefaultRemovedMail) => MailParts;
  readonly creator_message: (mail: CreatorMail) => MailParts;
}

/** The texts of mails in every language. */
export const MAIL_TEXTS: Readonly<Record<Language, MailTexts>> = { en: ENGLISH, de: GERMAN };
