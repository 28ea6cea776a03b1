import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { pageSecurityPolicy, TIME_SCRIPT } from './page-style.js';
import { renderPage } from './pages.js';

const OPENS = Date.parse('2026-11-27T01:01:00.000Z');
const page = renderPage({ kind: 'scheduled', opensAt: OPENS }, 'en', null, 'https://signpost.example/');

test('the content security policy allows every script of a page', () => {
  const scripts = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text]) => text ?? '');
  expect(scripts).toHaveLength(2);
  for (const script of scripts) {
    expect(pageSecurityPolicy(null)).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  }
});

test('a time is shown as UTC until a script converts it to the visitor’s time zone', () => {
  expect(page).toContain('>November 27, 2026 at 1:01 AM UTC</time>');
  const time = { dateTime: '2026-11-27T01:01:00.000Z', textContent: '' };
  const document = { querySelector: () => time, documentElement: { lang: 'de' } };
  runInNewContext(TIME_SCRIPT, { document, Intl, Date });
  const local = new Intl.DateTimeFormat('de', { dateStyle: 'long', timeStyle: 'short' }).format(OPENS);
  expect(time.textContent).toBe(local);
});
