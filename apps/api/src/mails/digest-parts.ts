import { percentChange } from '@signpost/domain';
import { oneLine } from '../platform/errors/index.js';
import type { Language } from '../platform/http/index.js';
import type { MailParts } from './mail-layout.js';
import type { DigestTexts } from './mail-texts.js';
import type { Compared, DigestMail } from './mail.js';

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', de: 'de-DE' };

/** Builds a digest: two figures, the most clicked links, and links that need attention. */
export function digestParts(mail: DigestMail, texts: DigestTexts, language: Language): MailParts {
  const locale = LOCALES[language];
  const count = new Intl.NumberFormat(locale);
  const figure = (label: string, compared: Compared) => ({
    label,
    value: count.format(compared.now),
    note: texts.change(compared, percentOf(compared, locale)),
  });
  const lists = mail.attention.map(({ reason, links, hasMore }) => ({
    heading: texts.attention[reason],
    rows: links.map(({ name, url }) => ({ name: oneLine(name), url })),
    ...(hasMore ? { more: texts.more } : {}),
  }));
  const top = mail.topLinks.map(({ name, url, clicks }) => ({ name: oneLine(name), url, value: count.format(clicks) }));
  return {
    subject: texts.subject(mail.workspaceName, mail.clicks, count.format(mail.clicks.now)),
    heading: texts.heading(oneLine(mail.workspaceName)),
    paragraphs: [
      ...(mail.readerName === null ? [] : [texts.greeting(oneLine(mail.readerName))]),
      texts.days(daysInWords(mail, locale)),
    ],
    figures: [figure(texts.clicks, mail.clicks), figure(texts.visitors, mail.visitors)],
    lists: [...(top.length === 0 ? [] : [{ heading: texts.topLinks, rows: top }]), ...lists],
    action: { label: texts.action, url: mail.reportUrl },
    footnote: texts.footnote,
    footAction: { label: texts.switchOff, url: mail.accountUrl },
  };
}

/** `12.5%`, `12,5 %`, without sign; null when there was nothing before. */
function percentOf({ now, before }: Compared, locale: string): string | null {
  const percent = percentChange(now, before);
  if (percent === null) return null;
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(Math.abs(percent) / 100);
}

/** `16–22 November 2026`, `16.–22. November 2026`. */
function daysInWords({ firstDay, lastDay }: DigestMail, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).formatRange(
    new Date(firstDay),
    new Date(lastDay),
  );
}
