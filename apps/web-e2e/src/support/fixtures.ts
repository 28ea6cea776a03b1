import { APIRequestContext, expect, Page, test as base } from '@playwright/test';
import { EVERY_RULE, RULES_OF_COLOURS, type Rules, violations } from './axe.js';
import { Instance, startInstance } from './instance.js';

/** The owner's account, which `owner` signs in with. */
export const OWNER = {
  email: 'nora@example.com',
  password: 'correct horse battery staple 7',
  workspaceName: 'Northwind',
};

/**
 * How long to wait until clicks of the journal are in the reports, in milliseconds; they promise two seconds on an idle
 * machine.
 */
export const COUNTED_MS = 30_000;

interface WorkerFixtures {
  /** A running application used by no other worker, with its first account created. */
  readonly instance: Instance;
}

interface TestFixtures {
  /** Requests of the owner, for preparing data without the browser. */
  readonly api: APIRequestContext;
  /**
   * A page where the owner is signed in. Console errors and violations of the page's content security policy fail the
   * test.
   */
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
    const { colorScheme = 'light' } = info.project.use;
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

/** Collects console errors and uncaught errors of a page. */
export function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // Tests cause refused requests on purpose, which the browser logs as network errors.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

/** Fails when axe finds a violation. Screens covered by `accessibility.e2e-spec.ts` need no further check. */
export async function expectAccessible(page: Page, rules: Rules = EVERY_RULE): Promise<void> {
  // Otherwise an empty page before the first screen would be checked.
  await expect(page.locator('h1').first()).toBeAttached();
  // During a transition between themes, colours belong to neither. Paused and endless animations are not waited for.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  );
  expect(await violations(page, rules)).toEqual([]);
}

/** The same, and in the dark theme the rules that colours can break. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, RULES_OF_COLOURS);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Creates a link through the API and returns its record. */
export async function makeLink(
  api: APIRequestContext,
  input: Readonly<Record<string, unknown>>,
): Promise<{ id: string; slug: string; shortUrl: string }> {
  const answer = await api.post('/api/links', { data: input });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as { id: string; slug: string; shortUrl: string };
}
