import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test';
import type { Instance } from './instance.js';
import { mailedPath } from './mail.js';

/** A password that the rules accept. */
export const GOOD_PASSWORD = 'violet tractor monsoon lamp';

/** A page in a browser context without a session. */
export async function stranger(browser: Browser, instance: Instance): Promise<Page> {
  const context = await browser.newContext({ baseURL: instance.url });
  return context.newPage();
}

/** Invites through the API and joins with the mail's link; the page is then signed in as the new member. */
export async function join(
  browser: Browser,
  instance: Instance,
  api: APIRequestContext,
  email: string,
  role: 'MEMBER' | 'VIEWER' = 'MEMBER',
): Promise<Page> {
  const answer = await api.post('/api/workspaces/invitations', { data: { email, role } });
  expect(answer.status(), await answer.text()).toBe(201);
  const page = await stranger(browser, instance);
  await page.goto(await mailedPath(instance, email));
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(GOOD_PASSWORD);
  await expect(page.getByText('Strong', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Create account and join' }).click();
  await expect(page.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible();
  return page;
}
