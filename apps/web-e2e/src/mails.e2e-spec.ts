import { eventually, type OutboxMail, readOutbox } from '@signpost/testing';
import { violations } from './support/axe.js';
import { expect, OWNER, test } from './support/fixtures.js';
import { type Instance, startInstance } from './support/instance.js';
import { GOOD_PASSWORD } from './support/people.js';

const JOBS_SECRET = 'a-secret-for-the-jobs-route';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const DAY = 24 * 3_600_000;

/** Every mail, by the beginning of its subject. */
const SUBJECTS = [
  'Verify your address',
  'You already have',
  'Choose a new',
  'Join Northwind',
  'Expires soon',
  'Near its visit limit',
  'Due for review',
  'A link of Northwind was reported',
];

test.describe('mails', () => {
  let instance: Instance;
  let mails: OutboxMail[];

  test.beforeAll(async ({ playwright }) => {
    instance = await startInstance({ REGISTRATION: 'open', JOBS_SECRET, JOBS_SCHEDULER: 'off' });
    const request = await playwright.request.newContext({ baseURL: instance.url });
    const post = async (path: string, data: object, headers: Record<string, string> = {}) => {
      const answer = await request.post(path, { data, headers });
      expect(answer.ok(), await answer.text()).toBe(true);
    };
    const destinationUrl = 'https://example.com/spring';
    await post('/api/auth/register', OWNER);
    await post('/api/workspaces/invitations', { email: 'invited@example.com', role: 'VIEWER' });
    await post('/api/auth/forgot', { email: OWNER.email });
    for (const email of [OWNER.email, 'new@example.com']) {
      await post('/api/auth/register', { email, password: GOOD_PASSWORD });
    }
    const title = 'Spring “Sale” – Straße & <Märkte>';
    await post('/api/links', { destinationUrl, slug: 'spring', title, expiresAt: Date.now() + 2 * DAY });
    await post('/api/links', { destinationUrl, slug: 'capped', title: 'First come, first served', maximumVisits: 10 });
    await post('/api/links', { destinationUrl, slug: 'old', reviewAt: Date.now() - DAY });
    for (let visit = 0; visit < 9; visit += 1) {
      await request.get('/capped', { maxRedirects: 0, headers: { 'user-agent': BROWSER } });
    }
    await post('/api/report', { slug: 'spring', reason: 'It leads to a shop\nthat asks for my bank’s password.' });
    await post('/api/jobs/alerts', {}, { authorization: `Bearer ${JOBS_SECRET}` });
    mails = await eventually(() => {
      const found = readOutbox(instance.dataDir);
      const isThere = (words: string) => found.some(({ html }) => html.includes(`<title>${words}`));
      return SUBJECTS.every(isThere) ? found : null;
    });
    await request.dispose();
  });
  test.afterAll(async () => {
    await instance.stop();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`every one is readable in ${colorScheme} clients, wide and narrow, and fetches nothing`, async ({
      browser,
    }, info) => {
      expect(mails).toHaveLength(SUBJECTS.length);
      const context = await browser.newContext({ colorScheme });
      const page = await context.newPage();
      const requested: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      for (const [index, { html }] of mails.entries()) {
        await page.setContent(html);
        for (const width of [800, 360]) {
          await page.setViewportSize({ width, height: 700 });
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
          await page.screenshot({ path: info.outputPath(`${String(index)}-${String(width)}.png`), fullPage: true });
        }
        // What makes a page of a site, such as its landmarks, is no mail's.
        const rules = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa'] };
        expect(await violations(page, rules)).toEqual([]);
      }
      expect(requested).toEqual([]);
      await context.close();
    });
  }

  test('every link leads to its screen, signed in or not', async ({ browser }) => {
    const linksOf = (words: string): string[] => {
      const html = mails.find((mail) => mail.html.includes(`<title>${words}`))?.html ?? '';
      return [...html.matchAll(/href="([^"]+)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
    };
    const context = await browser.newContext({ baseURL: instance.url });
    const page = await context.newPage();
    const leadsTo = async (url: string | undefined, heading: string) => {
      await page.goto(url ?? '');
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    };
    await leadsTo(linksOf('Verify your address')[0], 'Was this you?');
    await leadsTo(linksOf('Join Northwind')[0], 'Join Northwind');
    await leadsTo(linksOf('Choose a new')[0], 'Set a new password');
    const [signIn, forgot] = linksOf('You already have');
    await leadsTo(signIn, 'Sign in');
    await leadsTo(forgot, 'Forgot your password?');

    // Whoever is not signed in signs in first, and then sees the link that the mail is about.
    const aboutLinks = SUBJECTS.slice(4).map((words) => linksOf(words)[0]);
    await leadsTo(aboutLinks[0], 'Sign in');
    await page.getByLabel('Email address').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await page.keyboard.press('Enter');
    for (const [index, slug] of ['spring', 'capped', 'old', 'spring'].entries()) {
      if (index > 0) await page.goto(aboutLinks[index] ?? '');
      await expect(page).toHaveURL(aboutLinks[index] ?? '');
      await expect(page.getByRole('heading', { level: 1 })).toContainText(slug);
    }
    // The mail to somebody who has an account is opened by somebody who is signed in as often as not.
    await leadsTo(signIn, 'Overview');
    await leadsTo(forgot, 'Forgot your password?');
    await expect(page.getByLabel('Email address')).toHaveValue(OWNER.email);
    await context.close();
  });
});
