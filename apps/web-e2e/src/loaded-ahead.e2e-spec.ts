import { expect, test } from '@playwright/test';
import type { Link, LinkReport } from '@signpost/contracts';
import { makeLink, OWNER } from './support/fixtures.js';
import { type Instance, startInstance } from './support/instance.js';
import { type Landing, startLanding } from './support/landing.js';
import { type Site, startSite } from './support/site.js';

/** What a browser loads ahead of a click is no click, and the click that follows is one. */
test.describe('a page that has short links loaded ahead', () => {
  let instance: Instance;
  let landing: Landing;
  let site: Site;

  test.beforeAll(async () => {
    landing = await startLanding();
    instance = await startInstance({ ALLOW_PRIVATE_DESTINATIONS: 'true' });
    site = await startSite(instance.url);
    await fetch(`${instance.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(OWNER),
    });
  });

  test.afterAll(async () => {
    await site.stop();
    await instance.stop();
    await landing.stop();
  });

  for (const kind of ['prefetch', 'prerender'] as const) {
    test(`${kind}, then a click: one click, one use of the cap`, async ({ browser }) => {
      const context = await browser.newContext({ baseURL: instance.url });
      await context.request.post('/api/auth/login', { data: { email: OWNER.email, password: OWNER.password } });
      const input = { destinationUrl: landing.url, slug: `ahead-${kind}`, maximumVisits: 1 };
      const { id, slug } = await makeLink(context.request, input);
      const rules = { [kind]: [{ source: 'list', urls: [`/${slug}`], eagerness: 'immediate' }] };
      site.page = `<!doctype html><title>Page</title><a href="/${slug}">go</a>
        <script type="speculationrules">${JSON.stringify(rules)}</script>`;

      // A person's: by itself the browser of the tests says that it is driven.
      const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`;
      const page = await (await browser.newContext({ userAgent })).newPage();
      await page.goto(`${site.url}/page`);
      const ahead = () => site.passed.filter(({ path, purpose }) => path === `/${slug}` && purpose !== undefined);
      await expect.poll(() => ahead().length).toBeGreaterThan(0);
      expect(ahead()[0]).toMatchObject({ purpose: expect.stringContaining('prefetch'), status: 503 });

      await page.getByRole('link', { name: 'go' }).click();
      await expect(page.getByRole('heading', { name: 'Landed' })).toBeVisible();
      const clicks = site.passed.filter(({ path, purpose }) => path === `/${slug}` && purpose === undefined);
      expect(clicks.map(({ status }) => status)).toEqual([302]);

      await expect
        .poll(async () => {
          const report = (await (await context.request.get(`/api/links/${id}/analytics`)).json()) as LinkReport;
          return [report.metrics.clicks, report.metrics.botRequests];
        })
        .toEqual([1, ahead().length]);
      const link = (await (await context.request.get(`/api/links/${id}`)).json()) as Link;
      expect([link.usedVisits, link.remainingVisits]).toEqual([1, 0]);
    });
  }
});
