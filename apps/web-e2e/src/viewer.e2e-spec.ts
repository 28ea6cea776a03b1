import { expect, listen, makeLink, test } from './support/fixtures.js';
import { join } from './support/people.js';

test.describe('a viewer', () => {
  test('reads everything and is offered nothing that changes it', async ({ browser, instance, api }) => {
    const tag = 'looked-at';
    const { id } = await makeLink(api, {
      destinationUrl: 'https://example.com/seen',
      slug: 'only-seen',
      tags: [tag],
      notes: 'For members only',
    });
    const campaign = (await (
      await api.post('/api/campaigns', { data: { name: 'Only seen', utmCampaign: 'only-seen' } })
    ).json()) as { id: string };
    const page = await join(browser, instance, api, 'viewer@example.com', 'VIEWER');
    const complaints = listen(page);
    const offered = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

    await expect(offered('Create link')).toBeHidden();
    await expect(page.getByRole('link', { name: 'People' })).toBeHidden();
    await expect(page.getByRole('link', { name: 'Settings' })).toBeHidden();

    await page.goto('/links?q=only-seen');
    await expect(page.getByRole('link', { name: /only-seen/ })).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await expect(offered('Create link')).toBeHidden();
    await offered('Actions for only-seen').click();
    await expect(page.getByRole('menuitem')).toHaveText(['Visit', 'Analytics', 'QR code']);
    await page.keyboard.press('Escape');
    await offered('More for links').click();
    await expect(page.getByRole('menuitem', { name: /Export/ })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Import from CSV' })).toBeHidden();
    await page.keyboard.press('Escape');
    await page.keyboard.press('c');
    await expect(page.getByRole('dialog')).toBeHidden();

    for (const part of ['', '/try', '/addresses', '/details', '/history']) {
      await page.goto(`/links/${id}${part}`);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('only-seen');
      for (const name of ['Edit', 'Add', 'Undo this change', /^Revoke/]) await expect(offered(name)).toHaveCount(0);
    }

    await page.goto(`/campaigns/${campaign.id}`);
    await expect(page.getByRole('heading', { name: 'Only seen' })).toBeVisible();
    for (const name of ['Create several links', 'Create link']) await expect(offered(name)).toHaveCount(0);
    await page.goto('/campaigns');
    await expect(offered('Create campaign')).toHaveCount(0);
    await page.goto('/tags');
    await expect(page.getByRole('link', { name: tag })).toBeVisible();
    for (const name of ['Add tag', /^Rename/, /^Delete/]) await expect(offered(name)).toHaveCount(0);

    // By their addresses too.
    for (const path of ['/links/import', '/links/trash', '/members', '/activity', '/settings']) {
      await page.goto(path);
      await expect(page.getByText('Your role does not allow this'), path).toBeVisible();
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
