import { type Browser, expect, type Page, test } from '@playwright/test';
import { OWNER } from './support/fixtures.js';
import { Instance, startInstance } from './support/instance.js';

const BASE = 'signpost.test';

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** A request of the page itself, with the cookies and the rules of a browser. */
function call(page: Page, method: string, address: string, body?: object): Promise<Answer | null> {
  return page.evaluate(
    async ([method, address, body]) => {
      try {
        const sent = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body };
        const answer = await fetch(address, { method, ...sent, credentials: 'include' });
        return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
      } catch {
        // The browser kept the answer from the page.
        return null;
      }
    },
    [method, address, body === undefined ? undefined : JSON.stringify(body)] as const,
  );
}

test.describe('workspaces by subdomain', () => {
  let instance: Instance;
  let browser: Browser;
  let port: string;

  test.beforeAll(async ({ playwright }) => {
    instance = await startInstance((own) => ({
      DEPLOYMENT_MODE: 'multi',
      PUBLIC_URL: `http://${BASE}:${String(own)}`,
    }));
    port = new URL(instance.url).port;
    // The browser of the configuration, with host names that lead to this machine.
    const { executablePath, args = [] } = test.info().project.use.launchOptions ?? {};
    const rules = `--host-resolver-rules=MAP ${BASE} 127.0.0.1, MAP *.${BASE} 127.0.0.1`;
    browser = await playwright.chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [...args, rules],
    });
  });

  test.afterAll(async () => {
    await browser.close();
    await instance.stop();
  });

  test('one session serves all of them, and none can act in another', async () => {
    const at = (label: string, path = '/') => `http://${label === '' ? '' : `${label}.`}${BASE}:${port}${path}`;
    const page = await browser.newPage();

    await page.goto(at('', '/login'));
    const { email, password } = OWNER;
    expect((await call(page, 'POST', '/api/auth/register', { email, password }))?.status).toBe(200);
    for (const name of ['North', 'South']) {
      const made = await call(page, 'POST', '/api/workspaces', { name });
      expect([made?.status, made?.body['url']]).toEqual([201, at(name.toLowerCase(), '')]);
    }

    for (const label of ['north', 'south']) {
      await page.goto(at(label, '/links'));
      await expect(page.getByRole('heading', { name: 'Links', exact: true })).toBeVisible();
      const session = await call(page, 'GET', '/api/auth/session');
      expect(session?.body).toMatchObject({ role: 'OWNER', workspace: { slug: label } });
    }

    // From one workspace's page into another: our own policy forbids the request, and nothing happens there.
    expect(await call(page, 'GET', at('north', '/api/links'))).toBeNull();
    expect(await call(page, 'PATCH', at('north', '/api/workspaces'), { name: 'Taken over' })).toBeNull();
    await page.goto(at('north', '/links'));
    expect((await call(page, 'GET', '/api/host'))?.body['workspace']).toMatchObject({ name: 'North' });

    expect((await call(page, 'POST', '/api/auth/logout'))?.status).toBe(200);
    await page.goto(at('south', '/links'));
    await expect(page).toHaveURL(/\/login/);
    expect((await call(page, 'GET', '/api/auth/session'))?.body['user']).toBeNull();
    await page.close();
  });
});
