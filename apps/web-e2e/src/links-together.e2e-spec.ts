import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect, expectAccessible, makeLink, OWNER, test } from './support/fixtures.js';

const DAY_MS = 86_400_000;
const ASKED = 'Someone else changed this too';

/** Opens the editor on a page with another one behind it. */
async function edit(page: Page, id: string): Promise<Locator> {
  await page.goto(`/links/${id}`);
  await page.getByRole('link', { name: 'Details' }).click();
  await expect(page).toHaveURL(/details$/);
  await page.getByRole('button', { name: 'Edit' }).first().click();
  const editor = page.getByRole('dialog', { name: 'Edit link' });
  await expect(editor).toBeVisible();
  return editor;
}

async function recordOf(api: APIRequestContext, id: string): Promise<Record<string, unknown>> {
  return (await (await api.get(`/api/links/${id}`)).json()) as Record<string, unknown>;
}

async function change(api: APIRequestContext, id: string, data: Readonly<Record<string, unknown>>): Promise<void> {
  const answer = await api.patch(`/api/links/${id}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test.describe('two people at one link', () => {
  test('tags and rules of both are kept', async ({ owner, api }) => {
    const { id } = await makeLink(api, {
      destinationUrl: 'https://example.com/shared',
      slug: 'shared-lists',
      tags: ['green', 'old'],
      targeting: { country: { DE: 'https://example.de/' } },
    });
    const editor = await edit(owner, id);
    const rules = {
      country: { DE: 'https://example.de/', FR: 'https://example.fr/' },
      os: { ios: 'https://example.com/ios' },
    };
    await change(api, id, { tags: ['green', 'old', 'blue'], targeting: rules });
    await editor.getByLabel('Tags').fill('mine,');
    await editor.getByRole('button', { name: 'Remove old' }).click();
    await editor.getByLabel('Destination of the rule').fill('https://example.de/mine');
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(editor).toBeHidden();
    expect(await recordOf(api, id)).toMatchObject({
      tags: ['blue', 'green', 'mine'],
      targeting: { ...rules, country: { ...rules.country, DE: 'https://example.de/mine' } },
    });
  });

  test('a link that is deleted under the form of somebody else is said to be gone, and its page says so too', async ({
    owner,
    api,
  }) => {
    const { id } = await makeLink(api, { destinationUrl: 'https://example.com/lost', slug: 'shared-lost' });
    const editor = await edit(owner, id);
    await editor.getByLabel('Title').fill('Written too late');
    expect((await api.delete(`/api/links/${id}`)).ok()).toBe(true);
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(editor.getByRole('alert')).toContainText('This link no longer exists.');
    await expect(editor.getByLabel('Title'), 'can still be copied').toHaveValue('Written too late');
    await owner.keyboard.press('Escape');
    await owner.getByRole('button', { name: 'Discard' }).click();
    await expect(editor).toBeHidden();
    await expect(owner.getByRole('heading', { name: 'This link no longer exists.' })).toBeVisible();
    await expect(owner.getByRole('button', { name: 'Edit' })).toHaveCount(0);
    expect(await owner.evaluate(() => document.activeElement?.localName), 'the focus is not lost').not.toBe('body');
  });

  test('the same field is asked about, with who changed it, before anything is saved', async ({ owner, api }) => {
    const { id } = await makeLink(api, {
      destinationUrl: 'https://example.com/title',
      slug: 'shared-title',
      title: 'First',
    });
    const editor = await edit(owner, id);
    await change(api, id, { title: 'Theirs' });
    await editor.getByLabel('Title').fill('Mine');
    await editor.getByLabel('Tags').fill('kept,');
    const save = editor.getByRole('button', { name: 'Save' });
    await save.click();
    const question = owner.getByRole('dialog', { name: ASKED });
    await expect(question.getByRole('group', { name: 'Title' })).toContainText(`Theirs${OWNER.email}, `);
    await expectAccessible(owner);
    // Left open in any way, nothing is saved and nothing lost.
    await owner.goBack();
    await expect(question).toBeHidden();
    await expect(editor.getByLabel('Title')).toHaveValue('Mine');
    expect(await recordOf(api, id)).toMatchObject({ title: 'Theirs', tags: [] });

    await save.click();
    await question.getByRole('radio', { name: 'Use theirs' }).check();
    await question.getByRole('button', { name: 'Save' }).click();
    await expect(editor).toBeHidden();
    expect(await recordOf(api, id)).toMatchObject({ title: 'Theirs', tags: ['kept'] });

    const again = await edit(owner, id);
    await change(api, id, { title: 'Theirs again' });
    await again.getByLabel('Title').fill('Mine');
    await save.click();
    await question.getByRole('button', { name: 'Save' }).click();
    await expect(again).toBeHidden();
    expect(await recordOf(api, id)).toMatchObject({ title: 'Mine' });
  });

  test('a refusal is about what the form shows', async ({ owner, api }) => {
    const campaign = { name: 'Together', utmCampaign: 'together' };
    const { id: campaignId } = (await (await api.post('/api/campaigns', { data: campaign })).json()) as { id: string };
    const { id } = await makeLink(api, { destinationUrl: 'https://example.com/refused', slug: 'shared-refusal' });
    const editor = await edit(owner, id);
    await change(api, id, { campaignId, startsAt: Date.now() + 20 * DAY_MS });
    await editor.getByText('UTM values').click();
    const utm = editor.getByLabel('utm_campaign');
    await utm.fill('mine');
    await editor.getByText('Schedule and limit').click();
    const expires = editor.getByLabel('Expires');
    await expires.fill(new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 16));
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(editor.getByRole('status').filter({ hasText: 'Changed by someone else' })).toContainText(
      'Campaign, Opens.',
    );
    await expect(expires).toHaveAccessibleDescription(/must expire after it opens/);
    await expect(editor.getByLabel('Opens', { exact: true })).not.toHaveValue('');
    await expect(editor.getByLabel('Campaign', { exact: true })).toHaveValue('Together');
    await expect(utm).toHaveAccessibleDescription(/takes its UTM campaign from there/);

    await utm.fill('');
    await expect(utm).toHaveAttribute('placeholder', 'together');
    await expect(utm).not.toBeEditable();
    await expires.fill(new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 16));
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(editor).toBeHidden();
    expect(await recordOf(api, id)).toMatchObject({ campaignId, utmCampaign: null });
  });
});

test.describe('a save that takes its time', () => {
  test('is left only by who says so, and closes the form and the question when it is done', async ({ owner, api }) => {
    const { id } = await makeLink(api, { destinationUrl: 'https://example.com/slow', slug: 'slow-save' });
    const editor = await edit(owner, id);
    let answer = (): void => undefined;
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    await owner.route(`**/api/links/${id}`, async (route) => {
      if (route.request().method() === 'PATCH') await mayAnswer;
      await route.continue();
    });
    await editor.getByLabel('Title').fill('Slowly');
    const [sent] = await Promise.all([
      owner.waitForRequest((request) => request.method() === 'PATCH'),
      editor.getByRole('button', { name: 'Save' }).click(),
    ]);
    const question = owner.getByRole('dialog', { name: 'Still saving' });
    await owner.keyboard.press('Escape');
    await expect(question).toBeVisible();
    await owner.goBack();
    await expect(owner).toHaveURL(/details$/);
    await expect(owner.getByRole('dialog')).toHaveCount(1);
    await editor.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeVisible();
    answer();
    await sent.response();
    await expect(owner.getByRole('dialog')).toHaveCount(0);
    expect((await recordOf(api, id))['title']).toBe('Slowly');
  });
});

test('a page that stayed open says what a colleague did to the link', async ({ owner, api }) => {
  const { id } = await makeLink(api, { destinationUrl: 'https://example.com/left-open', slug: 'left-open' });
  await owner.goto(`/links/${id}/details`);
  const state = owner.locator('app-link-status');
  await expect(state).toHaveText('Active');
  const details = owner.getByRole('link', { name: 'Details' });
  await details.focus();

  await change(api, id, { isEnabled: false });
  await owner.clock.setSystemTime(Date.now() + 10_000);
  await owner.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(state).toHaveText('Paused');
  await expect(details).toBeFocused();

  await change(api, id, { isEnabled: true });
  await owner.getByRole('link', { name: 'History' }).click();
  await expect(owner.getByRole('listitem').filter({ hasText: 'Resumed' })).toBeVisible();
  await expect(state).toHaveText('Active');
});

test('an address that is refused is not called free as well', async ({ owner, api }) => {
  await owner.goto('/links');
  await expect(owner.getByRole('heading', { name: 'Links', exact: true })).toBeVisible();
  await owner.keyboard.press('c');
  const editor = owner.getByRole('dialog', { name: 'Create link' });
  await editor.getByLabel('Destination', { exact: true }).fill('https://example.com/contested');
  const slug = editor.getByLabel('Short address');
  await slug.fill('contested');
  await expect(editor.getByText('Available', { exact: true })).toBeVisible();
  await makeLink(api, { destinationUrl: 'https://example.com/faster', slug: 'contested' });
  await editor.getByRole('button', { name: 'Create link' }).click();
  await expect(slug).toHaveAccessibleDescription(/already taken/);
  await expect(editor.getByText('Available', { exact: true })).toBeHidden();
});
