import { expect, makeLink, test } from './support/fixtures.js';
import { pressEnter } from './support/keyboard.js';

test.describe('activity', () => {
  test('sentences with links, filters in the address, both languages', async ({ owner, api }) => {
    const { id } = await makeLink(api, { destinationUrl: 'https://example.com/a', slug: 'told-of' });
    await api.patch(`/api/links/${id}`, { data: { title: 'Told', slug: 'told-again' } });
    const campaign = await api.post('/api/campaigns', { data: { name: 'Told spring', utmCampaign: 'told-spring' } });
    expect(campaign.status()).toBe(201);

    await owner.goto('/activity');
    await expect(owner.getByRole('heading', { name: 'Today', exact: true })).toBeVisible();
    await expect(owner.getByText('nora@example.com created the campaign Told spring')).toBeVisible();
    await expect(owner.getByText('nora@example.com changed the address told-of to told-again')).toBeVisible();

    await owner.locator('sp-segmented').getByText('Campaigns').click();
    await expect(owner).toHaveURL(/group=campaign$/);
    await expect(owner.getByText('changed the address told-of')).toBeHidden();
    await owner.getByRole('combobox').fill('deleted');
    await owner.getByRole('option', { name: 'Campaign deleted' }).click();
    await expect(owner).toHaveURL(/group=campaign&type=campaign_deleted$/);
    await expect(owner.getByRole('heading', { name: 'No matching events' })).toBeVisible();
    await owner.goBack();
    await expect(owner.getByText('created the campaign Told spring')).toBeVisible();
    await owner.getByRole('link', { name: 'Told spring' }).click();
    await expect(owner.getByRole('heading', { name: 'Told spring' })).toBeVisible();

    await owner.evaluate(() => {
      localStorage.setItem('signpost.language', 'de');
    });
    await owner.goto('/activity?type=campaign_created');
    await expect(owner.getByText('nora@example.com hat die Kampagne Told spring angelegt')).toBeVisible();
  });

  test('older events come by themselves, and an error can be tried again', async ({ owner, api }) => {
    for (let i = 0; i < 60; i++) {
      await api.post('/api/tags', { data: { name: `many ${String(i)}` } });
    }
    await owner.goto('/activity?type=tag_created');
    await expect(owner.getByText('created the tag many 59')).toBeVisible();
    await owner.mouse.wheel(0, 20_000);
    await expect(owner.getByText(/created the tag many 0$/)).toBeVisible();
    await expect(owner.getByText('There are no older events.')).toBeVisible();

    await owner.route('**/api/admin/audit-events**', (route) => route.fulfill({ status: 500, json: {} }));
    await owner.getByRole('button', { name: 'Refresh' }).click();
    await expect(owner.getByText('Something went wrong')).toBeVisible();
    await expect(owner.getByText(/created the tag many 0$/)).toBeVisible();

    await owner.locator('sp-segmented').getByText('Links').click();
    await expect(owner.getByText('This did not load')).toBeVisible();
    await owner.unroute('**/api/admin/audit-events**');
    await pressEnter(owner.getByRole('button', { name: 'Try again' }));
    await expect(owner.getByText('created the tag many 59')).toBeVisible();
    await expect(owner.getByRole('main')).toBeFocused();
  });
});
