import { type Browser, expect, type Page, test } from '@playwright/test';
import { OpenIdServer } from '@signpost/testing';
import { type BotCheck, startBotCheck } from './support/bot-check.js';
import { expectAccessibleInBothThemes, listen, OWNER } from './support/fixtures.js';
import { type Instance, startInstance } from './support/instance.js';
import { GOOD_PASSWORD } from './support/people.js';

/** Others that take part in signing in: a bot check, and outside providers. Both run on this machine. */
test.describe('an instance with a bot check and an outside provider', () => {
  let check: BotCheck;
  let provider: OpenIdServer;
  let instance: Instance;
  let hasAccount = false;

  test.beforeAll(async () => {
    check = await startBotCheck();
    instance = await startInstance(async (port) => {
      provider = await OpenIdServer.start([`http://localhost:${String(port)}/api/auth/google`]);
      return {
        TURNSTILE_SITE_KEY: 'a key',
        TURNSTILE_SECRET_KEY: 'a secret',
        TURNSTILE_VERIFY_URL: check.verifyUrl,
        GOOGLE_CLIENT_ID: 'signpost',
        GOOGLE_CLIENT_SECRET: 'a secret',
        GOOGLE_ISSUER: provider.issuer,
      };
    });
  });

  test.afterAll(async () => {
    await instance.stop();
    await provider.stop();
    await check.stop();
  });

  async function open(browser: Browser, locale = 'en-US'): Promise<Page> {
    const context = await browser.newContext({ baseURL: instance.url, locale });
    return context.newPage();
  }

  /** Makes the first account, unless a test has made it on the screen. */
  async function haveAccount(): Promise<void> {
    if (hasAccount) return;
    const answer = await fetch(`${instance.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...OWNER, password: GOOD_PASSWORD, turnstileToken: 'a person by request' }),
    });
    expect(answer.status, await answer.text()).toBe(200);
    hasAccount = true;
  }

  async function signIn(page: Page): Promise<void> {
    await page.getByLabel('Email address').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill(GOOD_PASSWORD);
    await page.getByRole('button', { name: 'I am a person' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  test('the check says when it did not load, who did not pass it is told, and whoever did is let in', async ({
    browser,
  }) => {
    const page = await open(browser);
    const complaints = listen(page);
    await page.route('https://challenges.cloudflare.com/**', (route) => route.abort());
    await page.goto('/');
    await expect(page.getByText('The check that you are human did not load.')).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await check.serveWidget(page.context());
    await page.unroute('https://challenges.cloudflare.com/**');
    await page.getByRole('button', { name: 'Reload' }).click();
    const person = page.getByRole('button', { name: 'I am a person' });
    await expect(person).toHaveAttribute('data-key', 'a key');

    await page.getByLabel('Name of your workspace').fill(OWNER.workspaceName);
    await page.getByLabel('Email address').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill(GOOD_PASSWORD);
    await expect(page.getByText('Strong', { exact: true })).toBeVisible();
    const create = page.getByRole('button', { name: 'Create account and workspace' });
    await create.click();
    await expect(page.getByRole('alert')).toHaveText('The check that you are human failed. Try again.');
    await expectAccessibleInBothThemes(page);

    // A refusal of something else spends the token, so the check begins anew.
    await person.click();
    await page.getByLabel('Email address').fill('nobody@example');
    await create.click();
    await expect(page.getByText('This is not an email address.')).toBeVisible();
    await page.getByLabel('Email address').fill(OWNER.email);
    await person.click();
    await create.click();
    await expect(page.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible();
    hasAccount = true;
    expect(check.tokens.every((token) => token.startsWith('a person'))).toBe(true);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('a provider is connected, signs in to the page that was asked for, and is removed', async ({ browser }) => {
    await haveAccount();
    const page = await open(browser);
    await check.serveWidget(page.context());
    const complaints = listen(page);
    provider.person = { sub: 'nora', email: OWNER.email, email_verified: true };
    await page.goto('/account');
    await signIn(page);
    await expect(page.getByRole('heading', { name: 'Sign-in methods' })).toBeVisible();
    await page.getByRole('link', { name: /^Connect\s*: Google$/ }).click();
    await expect(page).toHaveURL(`${instance.url}/account`);
    await expect(page.getByRole('button', { name: /^Remove\s*: Google$/ })).toBeVisible();
    await expectAccessibleInBothThemes(page);

    // By the provider alone, from a deep link.
    await page.context().clearCookies();
    await page.goto('/links?q=deep');
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await expect(page).toHaveURL(`${instance.url}/links?q=deep`);
    await expect(page.getByRole('heading', { name: 'Links', exact: true })).toBeVisible();

    // And after all by the password, when the provider is left without signing in.
    await page.context().clearCookies();
    provider.person = null;
    await page.goto('/links?q=deeper');
    await page.getByRole('link', { name: 'Continue with Google' }).click();
    await expect(page.getByText('The sign-in was cancelled at the provider.')).toBeVisible();
    await signIn(page);
    await expect(page).toHaveURL(`${instance.url}/links?q=deeper`);

    await page.goto('/account');
    await page.getByRole('button', { name: /^Remove\s*: Google$/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Google is no longer a sign-in method.')).toBeVisible();
    await expect(page.getByText('This is your only sign-in method, so it cannot be removed.')).toBeVisible();
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('every refusal of a provider is told in words, in both languages', async ({ browser }) => {
    await haveAccount();
    const refusals = [
      { person: null, code: 'oauth_denied', en: 'The sign-in was cancelled', de: 'abgebrochen' },
      {
        person: { sub: 'new', email: 'new@example.com', email_verified: true },
        code: 'invitation_required',
        en: 'new accounts need an invitation',
        de: 'Einladung',
      },
      {
        person: { sub: 'other', email: OWNER.email, email_verified: false },
        code: 'email_unverified',
        en: 'Your address is not verified yet',
        de: 'noch nicht bestätigt',
      },
    ];
    for (const { person, code, en, de } of refusals) {
      provider.person = person;
      for (const [locale, words, button] of [
        ['en-US', en, 'Continue with Google'],
        ['de-DE', de, 'Weiter mit Google'],
      ] as const) {
        const page = await open(browser, locale);
        await check.serveWidget(page.context());
        await page.goto('/login');
        await page.getByRole('link', { name: button }).click();
        await expect(page).toHaveURL(`${instance.url}/login?error=${code}`);
        await expect(page.getByRole('alert').first()).toContainText(words);
        await page.context().close();
      }
    }
  });
});
