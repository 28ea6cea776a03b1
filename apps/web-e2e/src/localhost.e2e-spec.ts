import { type Browser, expect, type Page, test } from '@playwright/test';
import { listen, OWNER } from './support/fixtures.js';
import { type Instance, startInstance } from './support/instance.js';

/** A name without a dot: browsers lead the names below it to this machine, but share no cookie between them. */
test.describe('many workspaces below localhost', () => {
  let instance: Instance;
  let browser: Browser;

  test.beforeAll(async ({ browser: own }) => {
    browser = own;
    instance = await startInstance({ DEPLOYMENT_MODE: 'multi', DEMO_ENABLED: 'true' });
    // Until there is an account, every page is the one that makes it.
    const answer = await fetch(`${instance.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: OWNER.email, password: OWNER.password }),
    });
    expect(answer.status, await answer.text()).toBe(200);
  });
  test.afterAll(async () => {
    await instance.stop();
  });

  async function fresh(): Promise<Page> {
    const context = await browser.newContext({ baseURL: instance.url, locale: 'en-US', reducedMotion: 'reduce' });
    return context.newPage();
  }
  const hostOf = (page: Page): string => new URL(page.url()).hostname;

  test('the session goes along to a new workspace and to a chosen one', async () => {
    const page = await fresh();
    const complaints = listen(page);
    await page.goto('/login');
    await page.getByLabel('Email address').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('link', { name: 'Create a workspace' }).click();
    await page.getByLabel('Name', { exact: true }).fill('North');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await expect(page.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible();
    expect(hostOf(page)).toBe('north.localhost');
    // The token has done its work: nothing of it stays in the address.
    expect(new URL(page.url()).search).toBe('');

    const other = await page.context().newPage();
    await other.goto('/workspaces');
    await other.getByRole('link', { name: /North/ }).click();
    await expect(other.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible();
    expect(hostOf(other)).toBe('north.localhost');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('a demo opens signed in, is come back to, and can be left for an account of one’s own', async () => {
    const page = await fresh();
    await page.goto('/');
    await page.getByRole('button', { name: 'Try the demo' }).click();
    await expect(page.getByText(/Demo workspace: it ends in (24|23) hours/)).toBeVisible();
    const host = hostOf(page);
    expect(host).toMatch(/^demo-[a-z0-9]{10}\.localhost$/);

    await page.goto(`${instance.url}/`);
    await page.getByRole('button', { name: 'Try the demo' }).click();
    await expect(page.getByText(/Demo workspace: it ends in (24|23) hours/)).toBeVisible();
    expect(hostOf(page)).toBe(host);

    await page.getByRole('button', { name: 'Create an account' }).click();
    const question = page.getByRole('dialog', { name: 'Leave the demo?' });
    await expect(question.getByRole('button', { name: 'Stay here' })).toBeVisible();
    await question.getByRole('button', { name: 'Create an account' }).click();
    await expect(page).toHaveURL(`${instance.url}/register`);
    await page.context().close();
  });
});
