import type { Page } from '@playwright/test';
import { expect, makeLink, test } from './support/fixtures.js';

interface Found {
  readonly total: number;
  readonly items: readonly { slug: string; tags: string[]; campaignId: string | null; utmCampaign: string | null }[];
}

const bar = (page: Page) => page.getByRole('region', { name: 'Selected links' });

/** Chooses all that match, also those on other pages. */
async function chooseAll(page: Page, count: number): Promise<void> {
  await page.getByRole('checkbox').nth(1).check();
  await page.getByRole('button', { name: `Select all ${String(count)} that match` }).click();
  await expect(bar(page).getByText(`${String(count)} selected`)).toBeVisible();
}

test.describe('many links at once', () => {
  test('what is done to all that match, on every page, is taken back to what each link was', async ({ owner, api }) => {
    const group = 'every-one';
    const campaign = (await (
      await api.post('/api/campaigns', { data: { name: 'Bulk target', utmCampaign: 'bulk-target' } })
    ).json()) as { id: string };
    await api.post('/api/tags', { data: { name: 'bulk-tag' } });
    for (let n = 0; n < 25; n++) {
      await makeLink(api, {
        destinationUrl: `https://example.com/${group}/${String(n)}`,
        slug: `${group}-${String(n)}`,
        ...(n === 3 ? { utmCampaign: 'of-its-own' } : {}),
        ...(n % 5 === 0 ? { tags: ['bulk-tag'] } : {}),
      });
    }
    const find = async (query: string): Promise<Found> =>
      (await (await api.get(`/api/links?q=${group}&perPage=100&${query}`)).json()) as Found;

    await owner.goto(`/links?q=${group}`);
    await chooseAll(owner, 25);
    await bar(owner).getByRole('button', { name: 'Tags' }).click();
    const tags = owner.getByRole('dialog', { name: 'Tags' });
    await expect(tags.getByRole('button', { name: 'Add to links' })).toBeDisabled();
    await tags.getByRole('combobox', { name: 'Tag' }).fill('bulk');
    await owner.getByRole('option', { name: 'bulk-tag' }).click();
    await tags.getByRole('button', { name: 'Add to links' }).click();
    // Five of them had it already.
    await expect(owner.getByText('20 links tagged bulk-tag.')).toBeVisible();
    expect((await find('tags=bulk-tag')).total).toBe(25);
    await owner.getByRole('button', { name: 'Undo' }).last().click();
    await expect(owner.getByText('Undone.')).toBeVisible();
    expect((await find('tags=bulk-tag')).total).toBe(5);

    // They are still chosen, for a tag that is not there yet.
    await expect(bar(owner).getByText('25 selected')).toBeVisible();
    await bar(owner).getByRole('button', { name: 'Tags' }).click();
    await tags.getByRole('combobox', { name: 'Tag' }).fill('brand new');
    await owner.getByRole('option', { name: 'Create “brand new”' }).click();
    await expect(tags.getByRole('button', { name: 'Remove from links' })).toBeDisabled();
    await tags.getByRole('button', { name: 'Add to links' }).click();
    await expect(owner.getByText('25 links tagged brand new.')).toBeVisible();
    expect((await find('tags=brand%20new')).total).toBe(25);
    await expect(bar(owner).getByRole('button', { name: 'Tags' })).toBeFocused();

    await bar(owner).getByRole('button', { name: 'Campaign' }).click();
    const campaigns = owner.getByRole('dialog', { name: 'Campaign' });
    await campaigns.getByRole('combobox', { name: 'Campaign' }).click();
    await owner.getByRole('option', { name: 'Bulk target' }).click();
    await campaigns.getByRole('button', { name: 'Assign' }).click();
    await expect(owner.getByText('25 links moved to Bulk target.')).toBeVisible();
    expect((await find(`campaignId=${campaign.id}`)).total).toBe(25);
    await owner.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(async () => (await find(`campaignId=${campaign.id}`)).total).toBe(0);
    const own = (await find('')).items.filter(({ utmCampaign }) => utmCampaign === 'of-its-own');
    expect(own.map(({ slug }) => slug)).toEqual([`${group}-3`]);

    await chooseAll(owner, 25);
    await bar(owner).getByRole('button', { name: 'Archive' }).click();
    await expect(owner.getByText('25 links archived.')).toBeVisible();
    expect((await find('')).total).toBe(0);
    await owner.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(async () => (await find('')).total).toBe(25);

    await chooseAll(owner, 25);
    await bar(owner).getByRole('button', { name: 'More' }).click();
    await owner.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(owner.getByText('25 links moved to the trash.')).toBeVisible();
    expect((await find('')).total).toBe(0);
    await owner.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(async () => (await find('')).total).toBe(25);
    await expect(bar(owner)).toBeHidden();
  });

  test('how many are chosen is said, and the bar is met before the list', async ({ owner, api }) => {
    for (const slug of ['said-1', 'said-2'])
      await makeLink(api, { destinationUrl: `https://example.com/${slug}`, slug });
    await owner.goto('/links?q=said-');
    const boxes = owner.getByRole('checkbox', { name: /^Select said/ });
    await boxes.first().press('Space');
    await expect(owner.getByRole('status').filter({ hasText: '1 selected' })).toHaveCount(1);
    await boxes.last().press('Space');
    await expect(owner.getByRole('status').filter({ hasText: '2 selected' })).toHaveCount(1);
    await expect(bar(owner).getByRole('button', { name: 'Clear selection' })).toBeVisible();
    await owner.getByRole('checkbox', { name: 'Select all on this page' }).focus();
    await owner.keyboard.press('Shift+Tab');
    await expect(bar(owner).getByRole('button', { name: 'Clear selection' })).toBeFocused();
    await owner.keyboard.press('Enter');
    await expect(owner.getByRole('button', { name: /^Actions for said/ }).first()).toBeFocused();
    await expect(owner.getByRole('table', { name: 'Links' }).getByRole('rowheader')).toHaveText([/said-/, /said-/]);
  });

  test('one that somebody else has deleted does not hold up the others', async ({ owner, api }) => {
    const ids: string[] = [];
    for (const slug of ['held-1', 'held-2', 'held-3']) {
      ids.push((await makeLink(api, { destinationUrl: `https://example.com/${slug}`, slug })).id);
    }
    await owner.goto('/links?q=held-');
    await owner.getByRole('checkbox').first().check();
    await expect(bar(owner).getByText('3 selected')).toBeVisible();
    expect((await api.delete(`/api/links/${ids[1] ?? ''}`)).ok()).toBe(true);
    await bar(owner).getByRole('button', { name: 'Archive' }).click();
    await expect(owner.getByText('Somebody else has deleted held-2.')).toBeVisible();
    await expect(owner.getByText('2 links archived.')).toBeVisible();
    await expect(bar(owner)).toBeHidden();
    await expect(owner.getByRole('link', { name: /held-/ })).toHaveCount(0);
  });

  test('undo brings a link back to what it was before the action, not to what it was when it was chosen', async ({
    owner,
    api,
  }) => {
    await api.post('/api/tags', { data: { name: 'fresh-tag' } });
    const ids: string[] = [];
    for (const slug of ['fresh-1', 'fresh-2']) {
      ids.push((await makeLink(api, { destinationUrl: `https://example.com/${slug}`, slug })).id);
    }
    const tagged = async (): Promise<number> =>
      ((await (await api.get('/api/links?tags=fresh-tag')).json()) as Found).total;
    await owner.goto('/links?q=fresh-');
    await owner.getByRole('checkbox').first().check();
    await expect(bar(owner).getByText('2 selected')).toBeVisible();
    await api.patch(`/api/links/${ids[0] ?? ''}`, { data: { tags: ['fresh-tag'] } });
    await owner.getByRole('button', { name: 'Actions for fresh-2' }).click();
    await owner.getByRole('menuitem', { name: 'Pause' }).click();
    await expect(owner.getByRole('row', { name: /fresh-1/ }).getByText('fresh-tag')).toBeVisible();
    await bar(owner).getByRole('button', { name: 'Tags' }).click();
    const tags = owner.getByRole('dialog', { name: 'Tags' });
    await tags.getByRole('combobox', { name: 'Tag' }).fill('fresh');
    await owner.getByRole('option', { name: 'fresh-tag' }).click();
    await tags.getByRole('button', { name: 'Add to links' }).click();
    await expect(owner.getByText('1 link tagged fresh-tag.')).toBeVisible();
    expect(await tagged()).toBe(2);
    await owner.getByRole('button', { name: 'Undo' }).last().click();
    await expect(owner.getByText('Undone.')).toBeVisible();
    expect(await tagged()).toBe(1);
  });

  test('rows are chosen with Shift, Ctrl and keys; many are paused by one request, and nothing on the page moves', async ({
    owner,
    api,
  }) => {
    for (let n = 0; n < 20; n++) {
      await makeLink(api, { destinationUrl: 'https://example.com/still', slug: `still-${String(n)}` });
    }
    await owner.goto('/links?q=still-');
    const rows = owner.locator('tbody tr');
    await expect(rows).toHaveCount(20);
    await rows.nth(1).getByRole('checkbox').check();
    await rows
      .nth(4)
      .locator('.created')
      .click({ modifiers: ['Shift'] });
    await expect(bar(owner).getByText('4 selected')).toBeVisible();
    expect(await owner.evaluate(() => String(getSelection()))).toBe('');
    await rows
      .nth(3)
      .locator('.created')
      .click({ modifiers: ['ControlOrMeta'] });
    await owner.keyboard.press('j');
    await owner.keyboard.press('x');
    await expect(bar(owner).getByText('4 selected')).toBeVisible();

    const position = (): Promise<number> => owner.evaluate(() => scrollY);
    await owner.mouse.wheel(0, 120);
    await expect.poll(position).toBe(120);
    await bar(owner).getByRole('button', { name: 'Tags' }).click();
    await expect(owner.getByRole('dialog', { name: 'Tags' })).toBeVisible();
    await owner.keyboard.press('Escape');
    await expect(bar(owner).getByRole('button', { name: 'Tags' })).toBeFocused();
    const sent: string[] = [];
    owner.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(new URL(request.url()).pathname);
    });
    await bar(owner).getByRole('button', { name: 'More' }).click();
    await owner.getByRole('menuitem', { name: 'Pause' }).click();
    await expect(owner.getByText('4 links paused.')).toBeVisible();
    await owner.keyboard.press('z');
    await expect(owner.getByText('Undone.')).toBeVisible();
    expect([await position(), sent]).toEqual([120, ['/api/links/bulk/update', '/api/links/bulk/update']]);

    // Nor when a message is pressed far from what was chosen.
    await rows.nth(0).getByRole('checkbox').check();
    await owner.mouse.wheel(0, 300);
    await expect.poll(position).toBe(420);
    await bar(owner).getByRole('button', { name: 'Dates' }).click();
    await owner.getByLabel('Which date').selectOption('Review on');
    await owner.getByRole('button', { name: 'In a month' }).click();
    await owner.getByRole('button', { name: 'Set date' }).click();
    const due = async (): Promise<number> => {
      const { items } = (await (await api.get('/api/links?q=still-')).json()) as {
        items: { reviewAt: string | null }[];
      };
      return items.filter(({ reviewAt }) => reviewAt !== null).length;
    };
    await expect(owner.getByText('Date changed on 1 link.')).toBeVisible();
    expect(await due()).toBe(1);
    await owner.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(due).toBe(0);
    expect(await position()).toBe(420);
  });
});
