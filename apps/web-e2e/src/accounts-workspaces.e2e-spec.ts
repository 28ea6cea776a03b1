import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessibleInBothThemes, listen, OWNER } from './support/fixtures.js';
import { type Instance, startInstance } from './support/instance.js';
import { mailedPath } from './support/mail.js';
import { GOOD_PASSWORD } from './support/people.js';

/** Browsers lead every name below `localhost` to this machine and trust it like a secure origin. */
const BASE = 'signpost.localhost';

test.describe('an instance with many workspaces and a demo', () => {
  let instance: Instance;
  let browser: Browser;
  let base: string;

  test.beforeAll(async ({ browser: own }) => {
    instance = await startInstance((port) => ({
      DEPLOYMENT_MODE: 'multi',
      DEMO_ENABLED: 'true',
      PUBLIC_URL: `http://${BASE}:${String(port)}`,
    }));
    base = `http://${BASE}:${new URL(instance.url).port}`;
    browser = own;
    // The first account, so that registration is open afterwards.
    const first = await fresh();
    await first.goto(base);
    await expect(first).toHaveURL(`${base}/setup`);
    await expect(first.getByLabel('Name of your workspace')).toBeHidden();
    await first.getByLabel('Email address').fill(OWNER.email);
    await first.getByLabel('Password', { exact: true }).fill(GOOD_PASSWORD);
    await expect(first.getByText('Strong', { exact: true })).toBeVisible();
    await first.getByRole('button', { name: 'Create account' }).click();
    await expect(first.getByRole('heading', { name: 'Create your first workspace' })).toBeVisible();
    await first.context().close();
  });

  test.afterAll(async () => {
    await instance.stop();
  });

  async function fresh(): Promise<Page> {
    const context = await browser.newContext({ baseURL: base, locale: 'en-US', reducedMotion: 'reduce' });
    return context.newPage();
  }

  /** Makes a workspace of the owner. In a page, because Node does not resolve names below `localhost`. */
  async function makeWorkspace(slug: string): Promise<void> {
    const page = await fresh();
    await page.goto(base);
    const send = (path: string, body: object): Promise<number> =>
      page.evaluate(
        async ([to, json]) => {
          const headers = { 'content-type': 'application/json' };
          return (await fetch(to, { method: 'POST', headers, body: json })).status;
        },
        [path, JSON.stringify(body)] as const,
      );
    expect(await send('/api/auth/login', { email: OWNER.email, password: GOOD_PASSWORD })).toBe(200);
    expect(await send('/api/workspaces', { name: 'Another', slug })).toBe(201);
    await page.context().close();
  }

  test('register, verify by mail, make workspaces, choose, delete', async () => {
    const page = await fresh();
    const complaints = listen(page);
    const email = 'maker@example.com';
    await page.goto('/register');
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(GOOD_PASSWORD);
    await expect(page.getByText('Strong', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText(`The link that confirms ${email} is in the server’s outbox.`)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Contact the server’s operator' })).toBeFocused();
    const path = await mailedPath(instance, email, 'verify-email');

    // Signing in before verifying works, but leads no further than the reminder.
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    await page.getByLabel('Email address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(GOOD_PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Verify your address' })).toBeFocused();
    await page.goto('/workspaces/new');
    await expect(page.getByRole('heading', { name: 'Verify your address' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create workspace' })).toBeHidden();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(`${base}/workspaces`);
    const again = page.getByRole('button', { name: 'Request new link' });
    await again.click();
    await expect(page.getByText('A new link is in the server’s outbox.')).toBeVisible();
    await expect(again).toBeFocused();

    // A scanner that opens every link and runs its scripts confirms nothing.
    const scanner = await fresh();
    await scanner.goto((await mailedPath(instance, email, 'verify-email')) || path);
    await expect(scanner.getByRole('button', { name: 'This was not me' })).toBeVisible();
    await scanner.waitForLoadState('networkidle');
    await scanner.context().close();
    const verified = await page.evaluate(
      async () =>
        ((await (await fetch('/api/auth/session')).json()) as { user: { verified: boolean } | null }).user?.verified,
    );
    expect(verified).toBe(false);

    // The link of the mail opens in another tab; whoever comes back goes on.
    const tab = await page.context().newPage();
    await tab.goto((await mailedPath(instance, email, 'verify-email')) || path);
    await expect(tab.getByText(`An account for ${email} was created at`)).toBeVisible();
    await expectAccessibleInBothThemes(tab);
    await tab.getByRole('button', { name: 'Yes, confirm my address' }).click();
    await expect(tab.getByRole('heading', { name: 'Your address is verified' })).toBeVisible();
    await expectAccessibleInBothThemes(tab);
    await tab.getByRole('link', { name: 'Continue' }).click();
    await expect(tab.getByRole('heading', { name: 'Create your first workspace' })).toBeVisible();
    await tab.close();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByRole('heading', { name: 'Create your first workspace' })).toBeFocused();
    await page.getByRole('link', { name: 'Create a workspace' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Blumen Müller');
    await expect(page.getByLabel('Address', { exact: true })).toHaveValue('blumen-muller');
    await expect(page.getByText('This address is available.')).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await expect(page).toHaveURL(new RegExp(`^http://blumen-muller\\.${BASE}`));
    await expect(page.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible();

    await page.getByRole('button', { name: /Account and settings/ }).click();
    await page.getByRole('menuitem', { name: 'Workspaces' }).click();
    await page.getByRole('link', { name: 'Create a workspace' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Second');
    await page.getByLabel('Address', { exact: true }).fill('blumen-muller');
    await expect(page.getByText('This address is already taken.')).toBeVisible();
    await page.getByLabel('Address', { exact: true }).fill('second-one');
    await expect(page.getByText('This address is available.')).toBeVisible();
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await expect(page).toHaveURL(new RegExp(`^http://second-one\\.${BASE}`));

    await page.goto(`${base}/`);
    await expect(page).toHaveURL(`${base}/workspaces`);
    await expect(page.getByRole('heading', { name: 'Choose a workspace' })).toBeVisible();
    await page.getByRole('link', { name: /Second/ }).click();
    await expect(page).toHaveURL(new RegExp(`^http://second-one\\.${BASE}`));

    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Delete workspace' }).click();
    const question = page.getByRole('dialog', { name: 'Delete Second?' });
    await expect(question.getByRole('button', { name: 'Delete workspace' })).toBeDisabled();
    await question.getByLabel('Type Second to confirm').fill('Second');
    await question.getByRole('button', { name: 'Delete workspace' }).click();
    await expect(page).toHaveURL(`${base}/workspaces`);
    await expect(page.getByRole('link', { name: /Blumen Müller/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /Second/ })).toBeHidden();

    // The address that is gone, or that never was, says so and leads on.
    const gone = base.replace('//', '//second-one.');
    await page.goto(`${gone}/links`);
    await expect(page.getByText(`No workspace has the address ${new URL(gone).host}.`)).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.getByRole('link', { name: /Blumen Müller/ }).click();
    await expect(page).toHaveURL(new RegExp(`^http://blumen-muller\\.${BASE}`));
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('the front page leads into a demo, which says how long it lasts', async () => {
    const page = await fresh();
    const complaints = listen(page);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Short links that point where you say' })).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Try the demo' }).click();
    await expect(page.getByText(/Demo workspace: it ends in (24|23) hours/)).toBeVisible();
    const demo = new URL(page.url()).origin;
    await page.goto(base);
    await expect(page.getByRole('link', { name: /Demo workspace/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Create a workspace' })).toBeHidden();
    await page.goto(`${demo}/account`);
    await expect(page.getByText('This is a demo account.')).toBeVisible();
    await page.goto(`${demo}/members`);
    await expect(page.getByText('You cannot invite people to a demo workspace.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Invite people' })).toBeHidden();

    // Deleted before its time, it leads on: to another, or to an account. The last workspace of an instance stays.
    await makeWorkspace('another');
    await page.goto(`${demo}/settings`);
    await expect(page.getByText('There is no other active member yet.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Invite somebody' })).toBeHidden();
    await page.getByRole('button', { name: 'Delete workspace' }).click();
    const question = page.getByRole('dialog');
    await question.getByRole('textbox').fill('Demo workspace');
    await question.getByRole('button', { name: 'Delete workspace' }).click();
    await expect(page.getByRole('heading', { name: 'Your demo has ended' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create an account' })).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.goto(`${base}/workspaces/new`);
    await expect(page).toHaveURL(`${base}/workspaces`);
    await page.getByRole('button', { name: 'Try another demo' }).click();
    await page.getByRole('button', { name: 'Try the demo' }).click();
    await expect(page.getByText(/Demo workspace: it ends in (24|23) hours/)).toBeVisible();
    expect(new URL(page.url()).origin).not.toBe(demo);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
