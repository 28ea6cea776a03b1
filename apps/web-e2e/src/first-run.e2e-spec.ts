import { expect, test } from '@playwright/test';
import { COUNTED_MS, expectAccessibleInBothThemes, listen, OWNER } from './support/fixtures.js';
import { Instance, startInstance } from './support/instance.js';
import { Landing, startLanding } from './support/landing.js';

/** A headless browser says so in its name and counts as a bot; this visitor is a person. */
const PERSON = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

test.describe('the main job, from nothing', () => {
  let instance: Instance;
  let landing: Landing;

  test.beforeAll(async () => {
    landing = await startLanding();
    instance = await startInstance({ DATABASE_URL: '', ALLOW_PRIVATE_DESTINATIONS: 'true' });
  });

  test.afterAll(async () => {
    await instance.stop();
    await landing.stop();
  });

  test('a server that others can reach asks for the code from its log, and the field is there at once', async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: instance.url });
    const page = await context.newPage();
    await page.route('**/api/auth/register', (route) =>
      route.fulfill({ status: 403, json: { statusCode: 403, code: 'setup_code_required', message: 'The code.' } }),
    );
    await page.goto('/setup');
    await page.getByLabel('Email address').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await page.getByRole('button', { name: 'Create account and workspace' }).click();
    const code = page.getByLabel('Setup code');
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute('aria-invalid', 'true');
    await expectAccessibleInBothThemes(page);
    await context.close();
  });

  test('first account, first link, a visit from another browser, the click counted', async ({ browser }, info) => {
    const context = await browser.newContext({ baseURL: instance.url });
    const page = await context.newPage();
    const complaints = listen(page);

    await page.goto('/links');
    await expect(page).toHaveURL(/\/setup/);
    await expect(page).toHaveTitle(/Set up/);
    await page.getByLabel('Name of your workspace').fill(OWNER.workspaceName);
    await page.getByLabel('Email address').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await page.screenshot({ path: info.outputPath('setup.png') });
    // Somebody else has the same screen open, and is second.
    const late = await (await browser.newContext({ baseURL: instance.url })).newPage();
    await late.goto('/setup');
    await late.getByLabel('Email address').fill('late@example.com');
    await late.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await page.getByRole('button', { name: 'Create account and workspace' }).click();

    await expect(page.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible();
    await late.getByRole('button', { name: 'Create account and workspace' }).click();
    await expect(late.getByText('This server is already set up.')).toBeVisible();
    await expect(late.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await expect(late.getByText('Accounts are by invitation only')).toBeVisible();
    await late.context().close();
    await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
    await page.screenshot({ path: info.outputPath('first-steps.png') });
    await expectAccessibleInBothThemes(page);

    await page.getByRole('button', { name: 'Create link' }).first().click();
    const editor = page.getByRole('dialog', { name: 'Create link' });
    await editor.getByLabel('Destination', { exact: true }).fill(`${landing.url}/page?from=test`);
    await editor.getByLabel('Short address').fill('first-link');
    await expect(editor.getByText('Available', { exact: true })).toBeVisible();
    await page.screenshot({ path: info.outputPath('create.png') });
    await editor.getByRole('button', { name: 'Create link' }).click();
    await expect(page.getByRole('status').getByText('/first-link is ready.')).toBeVisible();

    await page.getByRole('link', { name: 'Links', exact: true }).first().click();
    await expect(page.getByRole('row', { name: /first-link/ })).toBeVisible();

    // Somebody else, elsewhere.
    const stranger = await browser.newContext({ baseURL: instance.url, userAgent: PERSON });
    const visit = await stranger.newPage();
    await visit.goto('/first-link');
    await expect(visit).toHaveURL(`${landing.url}/page?from=test`);
    await expect(visit.getByRole('heading', { name: 'Landed' })).toBeVisible();
    await stranger.close();

    await expect(async () => {
      await page.reload();
      await expect(
        page.getByRole('row', { name: /first-link/ }).getByRole('cell', { name: '1', exact: true }),
      ).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: COUNTED_MS });
    await page.screenshot({ path: info.outputPath('counted.png') });

    expect(complaints).toEqual([]);
    await context.close();
  });
});
