import type { APIRequestContext } from '@playwright/test';
import { expect, makeLink, test } from './support/fixtures.js';
import { pressEnter } from './support/keyboard.js';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

async function idOf(api: APIRequestContext, slug: string): Promise<string> {
  const { items } = (await (await api.get(`/api/links?q=${slug}`)).json()) as { items: { id: string }[] };
  return items[0]?.id ?? '';
}

async function makeMany(api: APIRequestContext, tag: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    await makeLink(api, {
      destinationUrl: `https://example.com/${String(n)}`,
      slug: `${tag}-${String(n)}`,
      tags: [tag],
    });
  }
}

test('the place of the keyboard stays on the page when what was pressed goes', async ({ owner, api }) => {
  for (const slug of ['place-one', 'place-two']) {
    await makeLink(api, { destinationUrl: `https://example.com/${slug}`, slug, tags: ['place'] });
  }
  const row = owner.getByRole('row', { name: /place-one/ });
  const undo = owner.getByRole('button', { name: 'Undo' });

  await test.step('a chip of the filters', async () => {
    await owner.goto('/links?tags=place&status=active');
    const chips = owner.getByRole('list', { name: 'Active filters' });
    const filter = owner.getByRole('button', { name: 'Filter', exact: true });
    for (const left of [1, 0]) {
      await pressEnter(chips.getByRole('button').first());
      await expect(chips.getByRole('button')).toHaveCount(left);
      await expect(filter).toBeFocused();
    }
  });

  for (const action of ['Archive', 'Delete']) {
    await test.step(`${action} in a row, and its Undo`, async () => {
      await owner.goto('/links?tags=place');
      await pressEnter(row.getByRole('button', { name: 'Actions for place-one' }));
      await pressEnter(owner.getByRole('menuitem', { name: action }));
      await expect(row).toBeHidden();
      const next = owner.getByRole('button', { name: 'Actions for place-two' });
      await expect(next).toBeFocused();
      await pressEnter(undo);
      await expect(row).toBeVisible();
      await expect(next).toBeFocused();
    });
  }

  await test.step('Archive for many, and its Undo', async () => {
    await owner.goto('/links?tags=place');
    await owner.getByRole('checkbox', { name: 'Select place-one' }).check();
    await pressEnter(owner.getByRole('region', { name: 'Selected links' }).getByRole('button', { name: 'Archive' }));
    await expect(row).toBeHidden();
    await expect(owner.getByRole('button', { name: 'Actions for place-two' })).toBeFocused();
    await owner.keyboard.press('z');
    await expect(row).toBeVisible();
    await expect(owner.getByRole('button', { name: 'Actions for place-two' })).toBeFocused();
  });

  await test.step('the button that chooses all that match', async () => {
    await makeMany(api, 'place-many', 21);
    await owner.goto('/links?tags=place-many');
    await owner
      .getByRole('checkbox', { name: /^Select place-many/ })
      .first()
      .check();
    const bar = owner.getByRole('region', { name: 'Selected links' });
    await pressEnter(bar.getByRole('button', { name: 'Select all 21 that match' }));
    await expect(bar).toContainText('21 selected');
    await expect(bar.getByRole('button', { name: 'Copy' })).toBeFocused();
  });

  await test.step('the button that widens a search that finds nothing', async () => {
    await owner.goto('/links?q=nothing-like-this');
    const widen = owner.getByRole('button', { name: 'Include archived' });
    await pressEnter(widen);
    await expect(widen).toBeHidden();
    await expect(owner.locator('main')).toBeFocused();
  });

  await test.step('the decision about a report', async () => {
    expect((await api.post('/api/report', { data: { slug: 'place-two', reason: 'Place' } })).ok()).toBe(true);
    await owner.goto('/workspace/reports');
    const report = owner.locator('app-report-list li').filter({ hasText: 'place-two' });
    await pressEnter(report.getByRole('button', { name: 'Dismiss' }));
    await expect(report).toBeHidden();
    await expect(owner.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('the step that begins a second factor', async () => {
    await owner.goto('/account');
    const section = owner.locator('app-second-factor-section');
    await pressEnter(section.getByRole('button', { name: 'Set up an authenticator app' }));
    await expect(section.getByRole('button', { name: 'Copy the key' })).toBeFocused();
  });

  await test.step('an address that is revoked', async () => {
    const id = await idOf(api, 'place-one');
    expect((await api.post(`/api/links/${id}/aliases`, { data: { slug: 'place-too' } })).ok()).toBe(true);
    await owner.goto(`/links/${id}/addresses`);
    const revoke = owner.getByRole('button', { name: 'Revoke place-too' });
    await pressEnter(revoke);
    await expect(revoke).toBeHidden();
    await expect(owner.locator('app-link-addresses li').first().getByRole('button')).toBeFocused();
  });

  await test.step('a link whose page another one takes over', async () => {
    const ids = await Promise.all(['place-one', 'place-two'].map((slug) => idOf(api, slug)));
    await owner.goto(`/links/${ids[0]}`);
    const analytics = owner.getByRole('link', { name: 'Analytics' });
    await analytics.focus();
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await owner.route(`**/api/links/${ids[1]}`, async (route) => {
      await answered;
      await route.continue();
    });
    await owner.keyboard.press('Control+k');
    await owner.getByRole('combobox', { name: 'Search and commands' }).fill('place-two');
    await owner.getByRole('option', { name: /place-two/ }).click();
    await expect(owner).toHaveURL(`/links/${ids[1]}`);
    await expect(owner.getByText('place-one')).toBeHidden();
    await expect(owner.getByRole('button', { name: 'Edit' })).toBeHidden();
    // The heading, which has no words to see while the link is on its way.
    await expect(owner.locator('main:focus, main :focus')).toBeAttached();
    answer();
    await expect(owner.getByRole('heading', { name: /place-two/ })).toBeVisible();
    await expect(analytics).toHaveAttribute('href', `/links/${ids[1]}`);
  });

  await test.step('the buttons of the link path', async () => {
    await owner.goto('/settings');
    const path = owner.getByRole('textbox', { name: 'Path' });
    await path.fill('place');
    const form = owner.locator('app-path-section');
    await pressEnter(form.getByRole('button', { name: 'Save' }));
    await expect(owner.getByText('Link path changed.')).toBeVisible();
    await expect(path).toBeFocused();
    // The workspace is that of other tests too.
    expect((await api.patch('/api/workspaces', { data: { linkPrefix: null } })).ok()).toBe(true);
  });
});
