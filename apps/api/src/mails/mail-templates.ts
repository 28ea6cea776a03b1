import { isolatedName } from '@signpost/domain';
import type { Language } from '../platform/http/index.js';
import { digestParts } from './digest-parts.js';
import { layOut, type MailParts } from './mail-layout.js';
import { MAIL_TEXTS, type AlertParts, type MailTexts } from './mail-texts.js';
import type { AlertMail, Mail, RenderedMail } from './mail.js';

/** Renders a mail in a language. */
export function renderMail(mail: Mail, language: Language): RenderedMail {
  const texts = MAIL_TEXTS[language];
  return layOut(partsOf(withIsolatedNames(mail), texts, language), { language, ifButtonFails: texts.ifButtonFails });
}

/** Names that stand in sentences. */
const NAMES: ReadonlySet<string> = new Set(['workspaceName', 'title', 'name', 'providerName', 'readerName']);

function withIsolatedNames<M extends Mail>(mail: M): M {
  const entries = Object.entries(mail).map(([field, value]: [string, unknown]) => [
    field,
    NAMES.has(field) && typeof value === 'string' ? isolatedName(value) : value,
  ]);
  return Object.fromEntries(entries) as M;
}

function partsOf(mail: Mail, texts: MailTexts, language: Language): MailParts {
  switch (mail.kind) {
    case 'verification':
      return texts.verification(mail);
    case 'existing_account':
      return texts.existing_account(mail);
    case 'password_reset':
      return texts.password_reset(mail);
    case 'invitation':
      return texts.invitation(mail);
    case 'identity_connected':
      return texts.identity_connected(mail);
    case 'security':
      return texts.security(mail);
    case 'email_change':
      return texts.email_change(mail);
    case 'email_changed':
      return texts.email_changed(mail);
    case 'alert':
      return { ...alertParts(mail, texts, language), ...texts.alert(mail), well: mail.shortUrl };
    case 'report':
      return { ...texts.report(mail), well: mail.reason };
    case 'destination':
      return { ...texts.destination(mail), well: mail.destination };
    case 'digest':
      return digestParts(mail, texts.digest, language);
    case 'job_failed':
      return { ...texts.job_failed(mail), well: mail.error };
    case 'quarantine':
      return { ...texts.quarantine(mail), well: mail.shortUrl };
    case 'default_removed':
      return { ...texts.default_removed(mail), well: mail.destinations.join('\n') };
    case 'creator_message':
      return { ...texts.creator_message(mail), well: mail.message };
  }
}

function alertParts({ about, title, shortUrl }: AlertMail, texts: MailTexts, language: Language): AlertParts {
  const name = title ?? shortUrl;
  switch (about.reason) {
    case 'expiring':
      return texts.expiring(name, inWords(about.expiresAt, language));
    case 'near_limit': {
      const { usedVisits: used, maximumVisits: maximum } = about;
      return (used < maximum ? texts.nearLimit : texts.limitReached)(name, used, maximum);
    }
    case 'review_due':
      return texts.reviewDue(name, inWords(about.reviewAt, language));
  }
}

/** `21 November 2026, 03:00 UTC`, `21. November 2026, 03:00 UTC`. */
function inWords(instant: string, language: Language): string {
  const text = new Intl.DateTimeFormat({ en: 'en-GB', de: 'de-DE' }[language], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(instant));
  return `${text.replace(/ (?:at|um) /, ', ')} UTC`;
}
