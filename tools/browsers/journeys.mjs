// Typical tasks at the dashboard, in any browser. Each journey begins signed in at the overview, on an instance that
// the earlier ones have used.
import { strict as assert } from 'node:assert';
import sharp from 'sharp';
import { KEY } from './webdriver.mjs';

export const OWNER = 'nora@northwind.example';
export const PASSWORD = 'correct horse battery staple 7';

/** Sends a request from the page, with its session. */
const API = `return (async () => {
  const [method, path, body] = arguments;
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(path, { method, ...(body ? { headers, body: JSON.stringify(body) } : {}) });
  return { status: answer.status, body: answer.status === 204 ? null : await answer.json() };
})()`;

async function call(page, method, path, body) {
  const answer = await page.run(API, method, path, body);
  assert.ok(answer.status < 300, `${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.body;
}

const makeLink = (page, slug, more = {}) =>
  call(page, 'POST', '/api/links', { destinationUrl: `https://example.com/${slug}`, slug, ...more });
const linkOf = async (page, slug) =>
  (await call(page, 'GET', `/api/links?q=${slug}&archived=all`)).items.find((link) => link.slug === slug);

const DIALOG = '[role=dialog]';
const FOCUS_IN_DIALOG = `return document.activeElement?.closest('${DIALOG}') !== null`;
const NO_DIALOG = `return document.querySelector('${DIALOG}') === null`;

/** Position of the open popover's scroll bar in the window, without its rounded ends. */
const SCROLL_BAR = `
  const content = document.querySelector('${DIALOG} > .content');
  if (content === null || content.scrollHeight <= content.clientHeight) return null;
  const { top, right } = content.getBoundingClientRect();
  const width = content.offsetWidth - content.clientWidth;
  const part = { left: right - width, top: top + 8, width, height: content.clientHeight - 16 };
  return Object.fromEntries(Object.entries(part).map(([side, px]) => [side, Math.round(px * devicePixelRatio)]))`;

async function openEditor(page) {
  await page.click('.page-head button', 'Create link');
  await page.find('input', 'Destination');
}

async function signIn(page) {
  await page.type('Email address', OWNER);
  await page.type('Password', PASSWORD);
  await page.click('button', 'Sign in');
  await page.find('h1', 'Overview');
}

/** @type {Record<string, (page: import('./webdriver.mjs').Page) => Promise<void>>} */
export const JOURNEYS = {
  'a link is created and copied': async (page) => {
    await openEditor(page);
    await page.type('Destination', 'https://example.com/created');
    await page.type('Short address', 'created');
    await page.press(KEY.enter);
    await page.sees('created is ready');
    await page.click('app-new-links-card button', 'Copy');
    await page.until('word that it was copied', `return /Copied/.test(document.body.innerText)`);
    assert.equal((await linkOf(page, 'created')).destinationUrl, 'https://example.com/created');
  },

  'Enter takes the suggestion that the arrows led to': async (page) => {
    await call(page, 'POST', '/api/tags', { name: 'press' });
    await page.go('/');
    await openEditor(page);
    await page.type('Destination', 'https://example.com/tagged');
    await page.type('Short address', 'tagged');
    await page.type('Tags', 'pres');
    await page.find('[role=option]', 'press');
    await page.press(KEY.down, KEY.enter);
    await page.find('.chip', 'press');
    await page.click(`${DIALOG} button[type=submit]`, 'Create link');
    await page.until('closed panel', NO_DIALOG);
    assert.deepEqual((await linkOf(page, 'tagged')).tags, ['press']);
  },

  'the first Escape closes suggestions, and the panel stays': async (page) => {
    await openEditor(page);
    await page.type('Destination', 'https://example.com/escape');
    await page.type('Tags', 'pre');
    await page.find('[role=option]', 'press');
    await page.press(KEY.escape);
    await page.until('closed list', `return document.querySelector('[role=option]') === null`);
    await page.find('input', 'Destination');
    await page.press(KEY.escape);
    await page.click('button', 'Discard');
    await page.until('closed panel', NO_DIALOG);
  },

  'after “Keep editing” the keyboard is in the panel': async (page) => {
    await openEditor(page);
    await page.type('Destination', 'https://example.com/kept');
    for (const answer of [KEY.escape, KEY.enter]) {
      await page.press(KEY.escape);
      await page.find('button', 'Keep editing');
      await page.press(answer);
      await page.until(
        'closed question',
        `return ![...document.querySelectorAll('button')].some((b) => b.innerText === 'Keep editing')`,
      );
      await page.until('keyboard in the panel', FOCUS_IN_DIALOG);
    }
    await page.press(KEY.escape);
    await page.click('button', 'Discard');
    await page.until('closed panel', NO_DIALOG);
  },

  'a date is chosen by its shortcut and shows where the keyboard is': async (page) => {
    const { id } = await makeLink(page, 'dated');
    await page.go(`/links/${id}`);
    await page.click('button', 'Edit');
    await page.click('summary', 'Schedule and limit');
    await page.click('app-date-shortcuts button', 'In a week');
    const field = 'input[type=datetime-local]';
    const ring = await page.until(
      'ring around the date',
      `const field = document.querySelectorAll(${JSON.stringify(field)})[1]; field.focus();
       const { outlineStyle, boxShadow } = getComputedStyle(field); return outlineStyle !== 'none' || boxShadow !== 'none'`,
    );
    assert.equal(ring, true);
    await page.click(`${DIALOG} button[type=submit]`, 'Save');
    await page.until('closed panel', NO_DIALOG);
    const days = (Date.parse((await linkOf(page, 'dated')).expiresAt) - Date.now()) / 86_400_000;
    assert.ok(days > 5 && days < 9, `expires in ${String(days)} days`);
  },

  'a password protects a link and lets in whoever has it': async (page) => {
    await makeLink(page, 'secret', { password: 'open sesame' });
    await page.go('/secret');
    await page.type('Password', 'open sesame');
    await page.press(KEY.enter);
    await page.untilGone();
    await page.go('/');
    await page.until(
      'used visit',
      `return fetch('/api/links?q=secret').then((a) => a.json()).then(({ items }) => items[0].lifetimeClicks === 1)`,
    );
  },

  'pasted addresses are imported after a preview': async (page) => {
    await page.go('/links/import');
    await page.type('Or paste addresses', 'https://example.com/pasted-one');
    await page.press(KEY.enter);
    await page.type('Or paste addresses', 'https://example.com/pasted-two');
    await page.click('button', 'Preview 2 links');
    await page.click('button', 'Create 2 links');
    await page.sees('2 created');
    assert.equal((await call(page, 'GET', '/api/links?q=pasted-')).total, 2);
  },

  'a row is chosen with shift, and many links are paused': async (page) => {
    for (const slug of ['many-1', 'many-2', 'many-3']) await makeLink(page, slug);
    await page.go('/links?q=many-');
    await page.sees('3 links');
    await page.until(
      'row',
      `document.querySelector('app-link-table tbody input[type=checkbox]')?.click(); return true`,
    );
    await page.until(
      'chosen rows',
      `const rows = document.querySelectorAll('app-link-table tbody tr'); if (rows.length < 3) return false;
       rows[2].dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: true }));
       return document.querySelectorAll('app-link-table tr.selected').length === 3 && getSelection().toString() === ''`,
    );
    await page.click('app-bulk-bar button', 'More');
    await page.click('[role=menuitem]', 'Pause');
    await page.until(
      'paused links',
      `return fetch('/api/links?status=disabled&q=many-').then((a) => a.json()).then(({ total }) => total === 3)`,
    );
  },

  'scroll bars are dark in the dark': async (page) => {
    await page.run(`localStorage.setItem('signpost.theme', 'dark')`);
    await page.driver.send('SetWindowRect', { width: 1280, height: 560 });
    try {
      await page.go('/links');
      await page.click('button', 'Filter');
      const bar = await page.until('popover that scrolls', SCROLL_BAR);
      // Overlay scroll bars take no space and show only while scrolling.
      if (bar.width === 0) return;
      const drawn = await sharp(await page.picture())
        .extract(bar)
        .greyscale()
        .raw()
        .toBuffer();
      const lightest = Math.max(...drawn);
      assert.ok(lightest < 160, `the lightest spot of the bar is ${String(lightest)} of 255`);
    } finally {
      await page.run(`localStorage.removeItem('signpost.theme')`);
      await page.driver.send('SetWindowRect', { width: 1280, height: 860 });
    }
  },

  'the palette finds a link': async (page) => {
    await page.click('button', 'Search');
    await page.type('Search', 'dated');
    await page.find('[role=option]', 'dated');
    await page.press(KEY.enter);
    await page.until('page of the link', `return /^\\/links\\/[0-9a-f-]{36}/.test(location.pathname)`);
    await page.sees('dated');
  },

  'a report shows a click and draws its chart': async (page) => {
    const { id } = await makeLink(page, 'clicked');
    // A click in a real browser; the destination is not loaded.
    await page.run(`return fetch('/clicked', { redirect: 'manual' }).then(() => true)`);
    await page.until(
      'counted click',
      `return fetch('/api/links/${id}/analytics').then((a) => a.json()).then(({ metrics }) => metrics.requests > 0)`,
    );
    await page.go(`/links/${id}`);
    await page.until('chart', `return document.querySelector('sp-time-chart svg, sp-time-chart canvas') !== null`);
  },

  'a deleted link comes back from the trash': async (page) => {
    const { id } = await makeLink(page, 'trashed');
    await call(page, 'DELETE', `/api/links/${id}`);
    await page.go('/links/trash');
    await page.sees('trashed');
    await page.click('button', 'Restore');
    await page.until('restored link', `return fetch('/api/links/${id}').then(({ ok }) => ok)`);
  },

  'after signing out, Back shows nothing of the account': async (page) => {
    await page.go('/links');
    await page.sees('trashed');
    await page.click('button', `${OWNER}`);
    await page.click('[role=menuitem]', 'Sign out');
    await page.find('h1', 'Sign in');
    await page.back();
    await page.find('h1', 'Sign in');
    await page.lacks('trashed');
  },
};

/** Signs in through the form, which is the first journey. */
export async function begin(page) {
  await page.go('/login');
  await signIn(page);
}
