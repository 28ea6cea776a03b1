import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessibleInBothThemes, listen, makeLink, OWNER } from './support/fixtures.js';
import { type Instance, startInstance } from './support/instance.js';
import { type Landing, startLanding } from './support/landing.js';

/** Pages that visitors of links see. They are plain HTML: whatever works here works without a script. */
test.describe('visitors', () => {
  let instance: Instance;
  let landing: Landing;
  let visitors = 0;

  test.beforeAll(async () => {
    landing = await startLanding();
    instance = await startInstance({
      // So that each test visits from an address of its own, with limits of its own.
      TRUST_PROXY: '1',
      RATE_LIMIT_VERIFY_PASSWORD: '3/60',
      RATE_LIMIT_REPORT: '1/3600',
      ALLOW_PRIVATE_DESTINATIONS: 'true',
    });
    const { status } = await fetch(`${instance.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(OWNER),
    });
    expect(status).toBe(200);
  });

  test.afterAll(async () => {
    await instance.stop();
    await landing.stop();
  });

  async function visit(browser: Browser, options: { script?: boolean; locale?: string } = {}): Promise<Page> {
    visitors += 1;
    const context = await browser.newContext({
      baseURL: instance.url,
      locale: options.locale ?? 'en-US',
      javaScriptEnabled: options.script ?? true,
      extraHTTPHeaders: { 'x-forwarded-for': `203.0.113.${String(visitors)}` },
    });
    return context.newPage();
  }

  async function protectedLink(browser: Browser, slug: string) {
    const context = await browser.newContext({ baseURL: instance.url });
    await context.request.post('/api/auth/login', { data: { email: OWNER.email, password: OWNER.password } });
    const input = { destinationUrl: landing.url, slug, title: 'Staff handbook', password: 'walnut' };
    const link = await makeLink(context.request, input);
    return { ...link, api: context.request };
  }

  for (const script of [true, false]) {
    test(`a password opens a link ${script ? 'with' : 'without'} a script, with the path that was asked for`, async ({
      browser,
    }) => {
      const { slug } = await protectedLink(browser, `handbook-${String(script)}`);
      const page = await visit(browser, { script });
      const complaints = listen(page);
      await page.goto(`/${slug}?from=mail`);
      await expect(page.getByRole('heading', { name: 'Staff handbook' })).toBeVisible();
      await expect(page.getByText('Shared by Northwind')).toBeVisible();
      const password = page.getByLabel('Password');
      await expect(password).toBeFocused();
      await page.keyboard.type('wrong');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toHaveText('That password is wrong.');
      await expect(password).toBeFocused();
      await expect(password).toHaveAttribute('aria-invalid', 'true');
      await page.keyboard.type('walnut');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(`${landing.url}/?from=mail`);
      // Back leads to the page before, not to the answer of a form that would have to be sent again.
      await page.goBack();
      await expect(page.getByRole('heading', { name: 'Staff handbook' })).toBeVisible();
      await page.goForward();
      await expect(page).toHaveURL(`${landing.url}/?from=mail`);
      await page.goto(`/${slug}`);
      await expect(page).toHaveURL(`${landing.url}/`);
      expect(complaints).toEqual([]);
      await page.context().close();
    });
  }

  test('after too many passwords the page says how long to wait', async ({ browser }) => {
    const { slug } = await protectedLink(browser, 'guarded');
    const page = await visit(browser, { locale: 'de-DE' });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/${slug}`);
    for (const attempt of ['a', 'b', 'c', 'd']) {
      await page.getByLabel('Passwort').fill(attempt);
      await page.getByRole('button', { name: 'Link öffnen' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    }
    await expect(page.getByRole('alert')).toHaveText(
      /^Zu viele Versuche\. Versuchen Sie es in \d+ Sekunden? noch einmal\.$/,
    );
    await expectAccessibleInBothThemes(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.context().close();
  });

  test('a link that was paused while its page was open says so', async ({ browser }) => {
    const { id, slug, api } = await protectedLink(browser, 'paused-meanwhile');
    const page = await visit(browser);
    await page.goto(`/${slug}`);
    expect((await api.patch(`/api/links/${id}`, { data: { isEnabled: false } })).ok()).toBe(true);
    await page.getByLabel('Password').fill('walnut');
    await page.getByRole('button', { name: 'Open link' }).click();
    await expect(page).toHaveURL(`${instance.url}/${slug}`);
    await expect(page.getByRole('heading', { name: 'This link is paused' })).toBeVisible();
    await page.context().close();
  });

  for (const script of [true, false]) {
    test(`a link is reported ${script ? 'with' : 'without'} a script; nothing that was written is lost`, async ({
      browser,
    }) => {
      const { slug } = await protectedLink(browser, `suspect-${String(script)}`);
      const page = await visit(browser, { script });
      await page.goto(`/${slug}`);
      await page.getByRole('link', { name: 'Report this link' }).click();
      await expect(page.getByRole('heading', { name: 'Report a link' })).toBeVisible();
      const reason = page.getByLabel('What is wrong with it?');
      await reason.fill('   ');
      await page.getByRole('button', { name: 'Send report' }).click();
      await expect(page.getByRole('alert')).toHaveText('Describe the problem in 1 to 1,000 characters.');
      await expect(reason).toBeFocused();
      await reason.fill('It asks for my bank’s password.');
      await page.getByRole('button', { name: 'Send report' }).click();
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
      await page.getByRole('link', { name: 'Back to the link' }).click();
      await expect(page.getByRole('heading', { name: 'Staff handbook' })).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
      await page.goForward();

      await page.getByRole('link', { name: 'Report this link' }).click();
      await reason.fill('And another thing.');
      await page.getByRole('button', { name: 'Send report' }).click();
      await expect(page.getByRole('alert')).toHaveText(
        /^You have sent too many reports\. Send this one in \d+ minutes/,
      );
      await expect(reason).toHaveValue('And another thing.');
      if (script) await expectAccessibleInBothThemes(page);
      await page.context().close();
    });
  }
});
