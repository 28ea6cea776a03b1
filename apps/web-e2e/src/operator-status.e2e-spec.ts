import { expect, expectAccessibleInBothThemes, listen, OWNER, test } from './support/fixtures.js';
import { startInstance } from './support/instance.js';

const HOUR = 3_600_000;
const at = (offset: number) => new Date(Date.now() + offset).toISOString();

const TROUBLED = {
  version: '9.9.9',
  partitionsReadyThrough: '2027-02-01T00:00:00.000Z',
  jobs: [
    {
      job: 'demo_cleanup',
      lastStartedAt: at(-72 * HOUR),
      lastSuccessAt: at(-72 * HOUR),
      lastErrorAt: at(-48 * HOUR),
      lastError: 'permission denied for table click_events',
      nextDueAt: at(-60 * HOUR),
      overdue: true,
      status: 'failed',
      nextAction:
        'Ended demos answer nothing any more, but their data stays. Read lastError and the log of the process that ran it.',
    },
    {
      job: 'restore_drill',
      lastStartedAt: null,
      lastSuccessAt: null,
      lastErrorAt: null,
      lastError: null,
      nextDueAt: at(HOUR),
      overdue: false,
      status: 'ok',
      nextAction: null,
    },
  ],
  signals: [
    {
      key: 'mail',
      state: 'degraded',
      detail: 'Mails that wait for another attempt: 3. Reason: connect ECONNREFUSED',
      updatedAt: at(-1000),
    },
  ],
};

test.describe('server status', () => {
  test('operators see it and refresh it', async ({ browser }) => {
    const instance = await startInstance({ JOBS_SECRET: 'a-secret-for-the-jobs-route', OPERATOR_EMAILS: OWNER.email });
    const context = await browser.newContext({ baseURL: instance.url });
    expect((await context.request.post('/api/auth/register', { data: OWNER })).ok()).toBe(true);
    const page = await context.newPage();
    const complaints = listen(page);
    await page.goto('/');
    await page.getByRole('link', { name: 'Server status' }).click();
    await expect(page.getByRole('heading', { name: 'Server status' })).toBeVisible();
    await expect(page.getByText('Housekeeping')).toBeVisible();
    await expect(page.getByText('Click storage')).toBeVisible();

    await expect(page.getByRole('link', { name: 'All abuse reports' })).toBeVisible();

    await page.route('**/api/admin/status', (route) => route.fulfill({ json: TROUBLED }));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('2 problems')).toBeVisible();
    await expect(page.getByText('Overdue')).toBeVisible();
    // What has never run has not done well either.
    await expect(page.locator('.job', { hasText: 'Restore drill' }).locator('sp-badge')).toHaveText('Not run yet');
    await expect(page.getByText('Nothing is running this job')).toBeVisible();
    await expect(page.getByText('Mails that wait for another attempt: 3. Reason: connect ECONNREFUSED')).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await expect(page.getByText('Some mails reach their recipients late or not at all.')).toBeVisible();
    // What it means and what to do is said in the language on screen.
    await page.evaluate(() => localStorage.setItem('signpost.language', 'de'));
    await page.reload();
    await expect(page.getByText('Nichts startet diese Aufgabe')).toBeVisible();
    await expect(page.getByText('Manche Mails erreichen ihre Empfänger nicht oder später.')).toBeVisible();
    // The details of the server are in English, and say so.
    for (const words of ['Mails that wait for another attempt: 3', 'permission denied for table click_events'])
      await expect(page.getByText(words)).toHaveAttribute('lang', 'en');
    expect(complaints).toEqual([]);
    await context.close();
    await instance.stop();
  });

  test('nobody else does', async ({ owner }) => {
    await owner.goto('/');
    await expect(owner.getByRole('link', { name: 'Settings' })).toBeVisible();
    await expect(owner.getByRole('link', { name: 'Server status' })).toBeHidden();
    await owner.goto('/status');
    await expect(owner.getByText('Only operators can see the server status.')).toBeVisible();
  });

  test('the server is away: a notice, and everything is back by itself', async ({ owner }) => {
    await owner.goto('/members');
    await expect(owner.getByRole('heading', { name: 'People', exact: true })).toBeVisible();
    await owner.route('**/api/**', (route) => route.abort());
    await owner.getByRole('link', { name: 'Activity' }).click();
    await expect(owner.getByText('Signpost cannot reach its server.')).toBeVisible();
    await owner.unroute('**/api/**');
    await expect(owner.getByText('Signpost cannot reach its server.')).toBeHidden();
    await expect(owner.getByRole('heading', { name: 'Today', exact: true })).toBeVisible();
  });

  test('a page that nobody touches notices by itself that it is offline, and that it is not any more', async ({
    owner,
  }) => {
    await owner.goto('/members');
    await expect(owner.getByRole('heading', { name: 'People', exact: true })).toBeVisible();
    await owner.context().setOffline(true);
    await expect(owner.getByText('Signpost cannot reach its server.')).toBeVisible();
    await owner.context().setOffline(false);
    await expect(owner.getByText('Signpost cannot reach its server.')).toBeHidden();
  });

  test('a page whose files do not load says so and loads again by itself', async ({ owner }) => {
    await owner.goto('/members');
    await expect(owner.getByRole('heading', { name: 'People', exact: true })).toBeVisible();
    let held = true;
    await owner.route('**/*.js', (route) => (held ? route.abort() : route.continue()));
    await owner.getByRole('link', { name: 'Settings' }).click();
    await expect(owner.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
    await expect(owner).toHaveURL(/\/settings$/);
    held = false;
    await expect(owner.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
  });

  test('an address that leads nowhere', async ({ owner }) => {
    await owner.goto('/settings/nothing/here');
    await expect(owner.getByRole('heading', { name: 'Page not found' }).last()).toBeVisible();
    await owner.getByRole('link', { name: 'Back to home' }).click();
    await expect(owner.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible();
  });
});
