import { APIRequestContext, expect, Page, test as base } from '@playwright/test';
import { EVERY_RULE, RULES_OF_COLOURS, type Rules, violations } from './axe.js';
import { Instance, startInstance } from './instance.js';

/** The account of the owner that `owner` signs in with. */
export const OWNER = {
  email: 'nora@example.com',
  password: 'correct horse battery staple 7',
  workspaceName: 'Northwind',
};

/** Patience with the click journal until its clicks are in the reports, which promise two seconds on a free machine. */
export const COUNTED_MS = 30_000;

interface WorkerFixtures {
  /** A running application nobody else uses, with its first account made. */
  readonly instance: Instance;
}

interface TestFixtures {
  /** The owner's requests, for setting scenes without the browser. */
  readonly api: APIRequestContext;
  /** A page where the owner is signed in. Console errors and failed checks of the page's policy fail the test. */
  readonly owner: Page;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  instance: [
    async ({}, use) => {
      const instance = await startInstance();
      const answer = await fetch(`${instance.url}/api/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(OWNER),
      });
      if (!answer.ok) throw new Error(`the first account was refused: ${await answer.text()}`);
      await use(instance);
      await instance.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  api: async ({ playwright, instance }, use) => {
    const context = await playwright.request.newContext({ baseURL: instance.url });
    const answer = await context.post('/api/auth/login', { data: { email: OWNER.email, password: OWNER.password } });
    expect(answer.ok(), await answer.text()).toBe(true);
    await use(context);
    await context.dispose();
  },
  owner: async ({ browser, instance, api }, use, info) => {
    const { colorScheme } = info.project.use;
    const context = await browser.newContext({
      baseURL: instance.url,
      colorScheme,
      storageState: await api.storageState(),
    });
    const page = await context.newPage();
    const complaints = listen(page);
    await use(page);
    expect(complaints, 'console errors').toEqual([]);
    await context.close();
  },
});

export { expect };

/** Collects what a page complains about: errors in the console and uncaught ones. */
export function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // A refused request shows as an error of the network; tests provoke those on purpose.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

/** Fails when axe finds anything. What the walk in `accessibility.e2e-spec.ts` leads to needs no further look. */
export async function expectAccessible(page: Page, rules: Rules = EVERY_RULE): Promise<void> {
  // An empty page before the first screen would be checked otherwise.
  await expect(page.locator('h1').first()).toBeAttached();
  // Colours on their way from one theme to the other are neither's. What is paused or runs for ever is not waited for.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  );
  expect(await violations(page, rules)).toEqual([]);
}

/** The same, and in dark what colours can break. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, RULES_OF_COLOURS);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Makes a link by the API and answers its record. */
export async function makeLink(
  api: APIRequestContext,
  input: Readonly<Record<string, unknown>>,
): Promise<{ id: string; slug: string; shortUrl: string }> {
  const answer = await api.post('/api/links', { data: input });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as { id: string; slug: string; shortUrl: string };
}
