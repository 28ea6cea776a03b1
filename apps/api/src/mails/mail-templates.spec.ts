import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../platform/http/index.js';
import type { DigestMail, Mail } from './mail.js';
import { renderMail } from './mail-templates.js';

const EVIL = `<img src=x onerror="alert('1')">&\r\nBcc: x@example.com`;
const URL = 'https://signpost.example/reset-password?token=abc_DEF-123';
const LINK = {
  workspaceName: EVIL,
  shortUrl: 'https://signpost.example/go/spring',
  title: EVIL,
  linkUrl: 'https://signpost.example/links/1',
};

/** Every mail, with dangerous characters in all user-provided texts. */
const MAILS: Record<string, Mail> = {
  verification: { kind: 'verification', to: 'a@example.com', url: URL },
  'existing account': { kind: 'existing_account', to: 'a@example.com', loginUrl: URL, resetUrl: `${URL}&x=1` },
  'password reset': { kind: 'password_reset', to: 'a@example.com', url: URL },
  'email change, at the old address': {
    kind: 'email_change',
    to: 'a@example.com',
    side: 'old',
    from: 'a@example.com',
    newEmail: 'b@example.com',
    url: URL,
  },
  'email change, at the new address': {
    kind: 'email_change',
    to: 'b@example.com',
    side: 'new',
    from: 'a@example.com',
    newEmail: 'b@example.com',
    url: URL,
  },
  'email changed': {
    kind: 'email_changed',
    to: 'a@example.com',
    from: 'a@example.com',
    newEmail: 'b@example.com',
    accountUrl: URL,
  },
  invitation: {
    kind: 'invitation',
    to: 'a@example.com',
    url: URL,
    workspaceName: EVIL,
    invitedBy: EVIL,
    role: 'MEMBER',
  },
  'invitation of a viewer': {
    kind: 'invitation',
    to: 'a@example.com',
    url: URL,
    workspaceName: EVIL,
    invitedBy: null,
    role: 'VIEWER',
  },
  'alert: expiring': {
    kind: 'alert',
    to: 'a@example.com',
    about: { reason: 'expiring', expiresAt: '2026-11-23T05:30:00.000Z' },
    ...LINK,
  },
  'alert: near its limit': {
    kind: 'alert',
    to: 'a@example.com',
    about: { reason: 'near_limit', usedVisits: 450, maximumVisits: 500 },
    ...LINK,
  },
  'alert: at its limit': {
    kind: 'alert',
    to: 'a@example.com',
    about: { reason: 'near_limit', usedVisits: 1, maximumVisits: 1 },
    ...LINK,
  },
  'alert: review due': {
    kind: 'alert',
    to: 'a@example.com',
    about: { reason: 'review_due', reviewAt: '2026-11-21T00:00:00.000Z' },
    ...LINK,
  },
  quarantine: {
    kind: 'quarantine',
    to: 'a@example.com',
    workspaceName: EVIL,
    shortUrl: LINK.shortUrl,
    reason: EVIL,
    linkCount: 2,
    linkUrl: LINK.linkUrl,
  },
  'default destinations removed': {
    kind: 'default_removed',
    to: 'a@example.com',
    workspaceName: EVIL,
    destinations: ['https://evil.example/', 'https://evil.example/2'],
    reason: EVIL,
    settingsUrl: URL,
  },
  'message to a creator': {
    kind: 'creator_message',
    to: 'a@example.com',
    workspaceName: EVIL,
    shortUrl: LINK.shortUrl,
    message: EVIL,
    by: 'workspace',
    from: EVIL,
    linkUrl: LINK.linkUrl,
  },
  'message to a creator, from an operator with the secret': {
    kind: 'creator_message',
    to: 'a@example.com',
    workspaceName: EVIL,
    shortUrl: LINK.shortUrl,
    message: EVIL,
    by: 'operator',
    from: null,
    linkUrl: LINK.linkUrl,
  },
  'job failed': { kind: 'job_failed', to: 'a@example.com', job: 'backup', error: EVIL, statusUrl: URL },
  digest: {
    kind: 'digest',
    to: 'a@example.com',
    readerName: EVIL,
    workspaceName: EVIL,
    firstDay: '2026-11-16',
    lastDay: '2026-11-22',
    clicks: { now: 1234, before: 1100 },
    visitors: { now: 0, before: 0 },
    topLinks: [{ name: EVIL, clicks: 1000, url: 'https://signpost.example/links/1' }],
    attention: [{ reason: 'review', links: [{ name: EVIL, url: 'https://signpost.example/links/2' }], hasMore: true }],
    reportUrl: 'https://signpost.example/?from=2026-11-16&to=2026-11-22',
    accountUrl: 'https://signpost.example/account#weekly-digest',
  },
  report: { kind: 'report', to: 'a@example.com', reason: `${EVIL}\nsecond line`, ...LINK },
};

describe.each(
  Object.entries(MAILS).flatMap(([name, mail]) => LANGUAGES.map((language) => [name, language, mail] as const)),
)('%s, %s', (_, language, mail) => {
  const { subject, text, html, link } = renderMail(mail, language);

  test('has a subject of one line', () => {
    expect(subject).toMatch(/^\P{Cc}+$/u);
  });

  test('names its link in both forms, on a line of its own in the text', () => {
    expect(text.split('\n')).toContain(link);
    expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
  });

  test('escapes what people wrote and loads nothing', () => {
    const tags = [...html.matchAll(/<([a-z0-9]+)([^>]*)>/g)];
    expect(tags.filter(([, tag]) => ['img', 'script', 'link', 'iframe'].includes(tag ?? ''))).toEqual([]);
    expect(tags.filter(([, , attributes]) => /\s(?:src|background|on\w+)=/.test(attributes ?? ''))).toEqual([]);
    expect(html).not.toMatch(/@import|url\(/);
  });

  test('contains only one language', () => {
    expect(html).toContain(`<html lang="${language}">`);
    expect(renderMail(mail, language === 'en' ? 'de' : 'en').subject).not.toBe(subject);
    const foreign = { en: /\b(?:und|nicht|Sie|Diese)\b/, de: /\b(?:and|not|you|this|the)\b/i }[language];
    expect(text.replaceAll(/https?:\S+/g, '')).not.toMatch(foreign);
  });

  test('is readable in dark clients', () => {
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('prefers-color-scheme:dark');
  });
});

test('a digest has its numbers, days and the way to switch it off in both forms', () => {
  const { subject, text, html } = renderMail(MAILS['digest'] as Mail, 'de');
  expect(subject).toMatch(/: 1\.234 Klicks in der letzten Woche$/);
  for (const form of [text, html]) {
    expect(form).toContain('16.–22. November 2026');
    expect(form).toContain('↑ 12,2\u00a0% mehr als in der Woche davor');
    expect(form).toContain('so viele wie in der Woche davor');
    expect(form).toContain('https://signpost.example/account#weekly-digest');
    expect(form).toContain('und weitere');
  }
  expect(html).toContain('>1.000</td>');
});

test('a digest greets its recipient by display name, never by mail address', () => {
  const digest = (readerName: string | null) => ({
    ...(MAILS['digest'] as DigestMail),
    to: 'a@example.com',
    readerName,
  });
  expect(renderMail(digest('Nora\nNeumann'), 'en').text).toContain('\n\nHello Nora Neumann,\n\n16');
  expect(renderMail(digest('Nora'), 'de').html).toContain('>Guten Tag Nora,</p>');
  expect(renderMail(digest(null), 'en').text).not.toContain('Hello');
});

test('a report keeps its line breaks', () => {
  const { text, html } = renderMail(MAILS['report'] as Mail, 'en');
  expect(text).toContain('\n  second line');
  expect(html).toContain('<br>second line');
});

test('a link at its limit is not described as near it', () => {
  expect(renderMail(MAILS['alert: near its limit'] as Mail, 'en').subject).toMatch(/^Near its visit limit: /);
  const { subject, text } = renderMail(MAILS['alert: at its limit'] as Mail, 'en');
  expect(subject).toMatch(/^Visit limit reached: /);
  expect(text).toContain('has used 1 of 1 visit.');
});

test('times are said in words and in UTC', () => {
  const mail = MAILS['alert: expiring'] as Mail;
  expect(renderMail(mail, 'en').text).toContain('23 November 2026, 05:30 UTC');
  expect(renderMail(mail, 'de').text).toContain('23. November 2026, 05:30 UTC');
});

test('a name that is written from right to left does not reorder the sentence it stands in', () => {
  const mail: Mail = {
    kind: 'invitation',
    to: 'a@example.com',
    url: URL,
    workspaceName: '\u05d0\u05d1 (1)',
    invitedBy: null,
    role: 'VIEWER',
  };
  expect(renderMail(mail, 'en').subject).toBe('Join \u2068\u05d0\u05d1 (1)\u2069 on Signpost');
});
