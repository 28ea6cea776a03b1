import type { Locator, Page } from '@playwright/test';
import { expect, makeLink, OWNER, test } from './support/fixtures.js';

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

async function boxOf(shown: Locator): Promise<Box> {
  await expect(shown).toBeVisible();
  return (await shown.boundingBox())!;
}

test.describe('links', () => {
  test('an empty search result offers the way back; filters stand in the address', async ({ owner, api }) => {
    const { shortUrl } = await makeLink(api, {
      destinationUrl: 'https://example.com/a',
      slug: 'find-me',
      title: 'A findable page',
      tags: ['shelf'],
    });
    await makeLink(api, { destinationUrl: 'https://example.com/b', slug: 'other-one' });
    await owner.goto('/links');
    await owner.getByRole('searchbox', { name: 'Search links' }).fill('findable');
    await expect(owner).toHaveURL(/q=findable/);
    await expect(owner.getByRole('link', { name: /find-me/ })).toBeVisible();
    await expect(owner.getByRole('link', { name: /other-one/ })).toBeHidden();
    await owner.reload();
    await expect(owner.getByRole('searchbox')).toHaveValue('findable');

    // A short address as it is copied.
    await owner.getByRole('searchbox').fill(`${shortUrl}?utm_source=mail`);
    await expect(owner).toHaveURL(/q=.*utm_source/);
    await expect(owner.getByRole('link', { name: /find-me/ })).toBeVisible();
    await expect(owner.getByRole('searchbox')).toHaveValue(`${shortUrl}?utm_source=mail`);

    await owner.getByRole('searchbox').fill('nothing like this');
    await expect(owner.getByRole('heading', { name: 'No matching links' })).toBeVisible();
    await owner.getByRole('button', { name: 'Show all links' }).click();
    await expect(owner.getByRole('link', { name: /other-one/ })).toBeVisible();

    await owner.getByRole('button', { name: 'Filter' }).click();
    await owner.getByRole('dialog', { name: 'Filter' }).getByLabel('Tags').fill('shelf');
    await owner.keyboard.press('Enter');
    await owner.keyboard.press('Escape');
    await expect(owner).toHaveURL(/tags=shelf/);
    await expect(owner.getByRole('link', { name: /other-one/ })).toBeHidden();
    await owner.getByRole('button', { name: 'Remove Tag: shelf' }).click();
    await expect(owner.getByRole('link', { name: /other-one/ })).toBeVisible();
  });

  test('back to the list leads to where it was', async ({ owner, api }) => {
    for (let i = 0; i < 25; i++) {
      await makeLink(api, { destinationUrl: `https://example.com/${String(i)}`, slug: `place-${String(i)}` });
    }
    await owner.goto('/links?q=place-');
    // The newest come first, twenty on a page.
    const last = owner.getByRole('link', { name: /place-5$/ });
    await last.scrollIntoViewIfNeeded();
    const before = await owner.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(100);
    await last.click();
    await expect(owner).toHaveURL(/\/links\/[^?]+$/);
    await expect(owner.getByRole('heading', { level: 1 })).toBeVisible();
    await owner.goBack();
    await expect(last).toBeInViewport();
    expect(await owner.evaluate(() => scrollY)).toBe(before);
  });

  test('a list opened with conditions says their names', async ({ owner, api }) => {
    const campaign = { name: 'Shelf sale', utmCampaign: 'shelf-sale' };
    const { id } = (await (await api.post('/api/campaigns', { data: campaign })).json()) as { id: string };
    await owner.goto(`/links?campaignId=${id}&createdBy=me`);
    await expect(owner.getByRole('button', { name: 'Remove Campaign: Shelf sale' })).toBeVisible();
    await expect(owner.getByRole('button', { name: 'Remove By: Me' })).toBeVisible();
  });

  test('an error of the server lands on its field; unsaved changes are asked about', async ({ owner, api }) => {
    await makeLink(api, { destinationUrl: 'https://example.com/taken', slug: 'taken-slug' });
    await makeLink(api, { destinationUrl: 'https://example.com/before', slug: 'taken-before', archived: true });
    const gone = await makeLink(api, { destinationUrl: 'https://example.com/long-ago', slug: 'taken-long-ago' });
    expect((await api.delete(`/api/links/${gone.id}`)).ok()).toBe(true);
    await owner.goto('/links');
    await expect(owner.getByRole('heading', { name: 'Links', exact: true })).toBeVisible();
    await owner.keyboard.press('c');
    const editor = owner.getByRole('dialog', { name: 'Create link' });
    await editor.getByLabel('Destination', { exact: true }).fill('javascript:alert(1)');
    await editor.getByLabel('Short address').fill('taken-slug');
    await expect(editor.getByText('This address is already taken.')).toBeVisible();
    await expect(editor.getByText('It belongs to this link:')).toBeVisible();
    await expect(editor.getByRole('link', { name: 'taken-slug' })).toBeVisible();
    await editor.getByLabel('Short address').fill('taken-before');
    await expect(editor.getByText('It belongs to this archived link:')).toBeVisible();
    await editor.getByLabel('Short address').fill('taken-long-ago');
    await expect(editor.getByText('It belongs to a link in the trash.')).toBeVisible();
    await expect(editor.getByRole('link', { name: 'Open the trash' })).toBeVisible();
    await editor.getByLabel('Short address').fill('');
    await editor.getByRole('button', { name: 'Create link' }).click();
    const destination = editor.getByLabel('Destination', { exact: true });
    await expect(destination).toHaveAttribute('aria-invalid', 'true');
    await expect(destination).toBeFocused();

    await destination.fill('https://example.com/taken');
    await expect(editor.getByText('This destination already has a link:')).toBeVisible();
    await owner.keyboard.press('Escape');
    const question = owner.getByRole('dialog', { name: 'Discard your changes?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(editor).toBeVisible();
    await owner.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(editor).toBeHidden();
  });

  test('going back asks before it throws away what is being written', async ({ owner }) => {
    await owner.goto('/');
    await owner.getByRole('link', { name: 'Links', exact: true }).click();
    await expect(owner.getByRole('heading', { name: 'Links', exact: true })).toBeFocused();
    await owner.keyboard.press('c');
    const editor = owner.getByRole('dialog', { name: 'Create link' });
    await editor.getByLabel('Destination', { exact: true }).fill('https://example.com/half-written');
    const question = owner.getByRole('dialog', { name: 'Discard your changes?' });
    // The page behind stays the one it is.
    const behind = owner.locator('app-link-list');
    await behind.evaluate((list) => list.setAttribute('data-same', ''));
    await owner.goBack();
    await expect(question).toBeVisible();
    await expect(owner).toHaveURL(/\/links$/);
    await expect(behind).toHaveAttribute('data-same');
    // Going back once more is no answer.
    await owner.goBack();
    await expect(question).toBeHidden();
    await expect(owner).toHaveURL(/\/links$/);
    await expect(editor.getByLabel('Destination', { exact: true })).toHaveValue('https://example.com/half-written');
    // Twice at once neither.
    await owner.evaluate(() => {
      history.back();
      history.back();
    });
    await expect(owner).toHaveURL(/\/links$/);
    await expect(editor).toBeVisible();
    if (await question.isVisible()) await question.getByRole('button', { name: 'Keep editing' }).click();

    await owner.goBack();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(editor).toBeHidden();
    await expect(owner).toHaveURL(/\/$/);
    await owner.keyboard.press('c');
    await expect(editor).toBeVisible();
    await owner.goForward();
    await expect(editor).toBeHidden();
    await expect(owner).toHaveURL(/\/links$/);
  });

  test('going forward waits for the answer as going back does', async ({ owner }) => {
    await owner.goto('/');
    await owner.getByRole('link', { name: 'Links', exact: true }).click();
    await expect(owner.getByRole('heading', { name: 'Links', exact: true })).toBeFocused();
    await owner.goBack();
    await expect(owner).toHaveURL(/\/$/);
    await owner.keyboard.press('c');
    const editor = owner.getByRole('dialog', { name: 'Create link' });
    await editor.getByLabel('Destination', { exact: true }).fill('https://example.com/half-written');
    await owner.goForward();
    await expect(owner.getByRole('dialog', { name: 'Discard your changes?' })).toBeVisible();
    await expect(owner).toHaveURL(/\/$/);
    await owner.getByRole('button', { name: 'Discard' }).click();
    await expect(editor).toBeHidden();
    await expect(owner).toHaveURL(/\/links$/);
  });

  test('every field of the editor is saved and comes back', async ({ owner, api }) => {
    const { id } = await makeLink(api, { destinationUrl: 'https://example.com/full', slug: 'full-link' });
    await owner.goto(`/links/${id}/details`);
    await owner.getByRole('button', { name: 'Edit' }).first().click();
    const editor = owner.getByRole('dialog', { name: 'Edit link' });
    await editor.getByLabel('Title').fill('All of it');
    await editor.getByLabel('Tags').fill('one,two,');
    await editor.getByText('UTM values').click();
    await editor.getByRole('button', { name: 'Newsletter' }).click();
    await expect(editor.getByText('https://example.com/full?utm_source=newsletter&utm_medium=email')).toBeVisible();
    await editor.getByText('Schedule and limit').click();
    await editor.getByLabel('Expires').fill('2099-01-02T03:04');
    await editor.getByLabel('After expiry, go to').fill('https://example.com/gone');
    await editor.getByLabel('Visit limit').fill('500');
    await editor.getByText('Password', { exact: true }).first().click();
    await editor.getByRole('textbox', { name: 'Password' }).fill('open sesame');
    await editor.getByText('Countries and systems').click();
    await editor.getByRole('button', { name: 'Add system' }).click();
    await editor.getByLabel('Destination of the rule').fill('https://example.com/ios');
    await editor.getByText('Responsibility and notes').click();
    await editor.getByLabel('Notes').fill('First line\nSecond line');
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(editor).toBeHidden();

    const link = (await (await api.get(`/api/links/${id}`)).json()) as Record<string, unknown>;
    expect(link).toMatchObject({
      title: 'All of it',
      tags: ['one', 'two'],
      utmSource: 'newsletter',
      utmMedium: 'email',
      expiresAt: '2099-01-02T03:04:00.000Z',
      expirationDestination: 'https://example.com/gone',
      maximumVisits: 500,
      isProtected: true,
      targeting: { os: { ios: 'https://example.com/ios' } },
      notes: 'First line\nSecond line',
    });
    await expect(owner.getByText('https://example.com/gone')).toBeVisible();
  });

  test('details have the tags among what is said of the link', async ({ owner, api }) => {
    const { id } = await makeLink(api, {
      destinationUrl: 'https://example.com/told',
      slug: 'told',
      title: 'Told',
      tags: ['news', 'spring'],
      maximumVisits: 50_000,
    });
    await owner.goto(`/links/${id}/details`);
    const names = owner.locator('app-link-details dt');
    await expect(names).toHaveText([
      ...['Destination', 'Title', 'Tags', 'Visit limit', 'Created by', 'Created', 'Last changed'],
    ]);
    const values = owner.locator('app-link-details dd');
    await expect(values.nth(2)).toHaveText(/news\s*spring/);
    await expect(values.nth(3)).toHaveText('0 of 50,000 used');
    await expect(owner.getByRole('button', { name: 'Edit' })).toHaveCount(1);
  });

  test('archive and delete can be undone; the trash gives back', async ({ owner, api }) => {
    await makeLink(api, { destinationUrl: 'https://example.com/u', slug: 'undo-me' });
    await owner.goto('/links?q=undo-me');
    const row = owner.getByRole('row', { name: /undo-me/ });
    await row.getByRole('button', { name: 'Actions for undo-me' }).click();
    await owner.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(row).toBeHidden();
    await owner.getByRole('button', { name: 'Undo' }).click();
    await expect(row).toBeVisible();

    await row.getByRole('checkbox').check();
    await owner.getByRole('region', { name: 'Selected links' }).getByRole('button', { name: 'Archive' }).click();
    await expect(row).toBeHidden();
    await owner.getByRole('button', { name: 'Undo' }).last().click();
    await expect(row).toBeVisible();

    await row.getByRole('button', { name: 'Actions for undo-me' }).click();
    await owner.getByRole('menuitem', { name: 'Delete' }).click();
    await owner.goto('/links/trash');
    await owner.getByRole('listitem').filter({ hasText: 'undo-me' }).getByRole('button', { name: 'Restore' }).click();
    await expect(owner.getByRole('listitem').filter({ hasText: 'undo-me' })).toBeHidden();
  });

  test('from signing in to a copied link in three presses, from the overview in two, and a paste', async ({
    browser,
    instance,
  }) => {
    const context = await browser.newContext({
      baseURL: instance.url,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    let presses = 0;
    const press = (name: string, within: Page | Locator = page): Promise<void> => {
      presses += 1;
      return within.getByRole('button', { name, exact: true }).first().click();
    };
    await page.goto('/login');
    await page.getByLabel('Email address').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await press('Sign in');
    await expect(page.getByRole('heading', { name: 'Overview', exact: true })).toBeVisible();
    await page.evaluate(() => navigator.clipboard.writeText('https://example.com/stopwatch'));
    await press('Create link');
    const editor = page.getByRole('dialog', { name: 'Create link' });
    await expect(editor.getByLabel('Destination', { exact: true })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+v');
    await press('Create link', editor);
    const card = page.getByRole('region', { name: 'Your new link' });
    await expect(card.getByRole('button', { name: /^Copy/ })).toBeVisible();
    await expect(page.getByText('Copied to the clipboard.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`^${instance.url}/\\w{7}$`));
    expect(presses).toBe(3);
    await context.close();
  });

  test('addresses are copied from one column', async ({ owner, api }) => {
    const { id } = await makeLink(api, { destinationUrl: 'https://example.com/column', slug: 'column' });
    expect((await api.post(`/api/links/${id}/aliases`, { data: { slug: 'column-too' } })).ok()).toBe(true);
    await owner.goto(`/links/${id}/addresses`);
    await expect(owner.locator('app-link-addresses sp-address-box'), 'as in the editor').toHaveText(/^[^/]+\/$/);
    const copies = owner.locator('app-link-addresses').getByRole('button', { name: /^Copy / });
    await expect(copies).toHaveCount(2);
    expect((await boxOf(copies.nth(0))).x).toBe((await boxOf(copies.nth(1))).x);
  });

  test('a link is tried as a visitor, gets another address, and its history is put back', async ({ owner, api }) => {
    const { id } = await makeLink(api, {
      destinationUrl: 'https://example.com/main',
      slug: 'many-sides',
      targeting: { country: { DE: 'https://example.de/' } },
    });
    await api.patch(`/api/links/${id}`, { data: { title: 'Second title' } });
    await owner.goto(`/links/${id}/try`);
    await expect(owner.getByText('No rule matches, so the visitor goes to the destination.')).toBeVisible();
    const country = owner.getByLabel('Country');
    const colour = await country.evaluate((box) => getComputedStyle(box, '::placeholder').color);
    await expect(owner.getByLabel('System'), 'unknown looks like unknown').toHaveCSS('color', colour);
    await country.fill('Germ');
    await owner.keyboard.press('Enter');
    await expect(owner.getByText('The rule for Germany applies.')).toBeVisible();

    await owner.getByRole('link', { name: 'Addresses' }).click();
    await owner.getByLabel('Another address').fill('other-side');
    await owner.getByRole('button', { name: 'Add' }).click();
    await expect(owner.getByText('/other-side')).toBeVisible();
    await owner.getByRole('button', { name: 'Revoke other-side' }).click();
    await expect(owner.getByRole('button', { name: 'Revoke other-side' })).toBeHidden();
    await owner.getByRole('button', { name: 'Undo' }).click();
    await expect(owner.getByRole('button', { name: 'Revoke other-side' })).toBeVisible();

    const history = owner.getByRole('link', { name: 'History' });
    await history.click();
    await expect(owner.getByText('Second title').first()).toBeVisible();
    await expect(history).toBeFocused();
    await expect(owner.getByRole('heading', { name: 'History', exact: true })).toBeAttached();
    await owner
      .getByRole('listitem')
      .filter({ hasText: 'Second title' })
      .getByRole('button', { name: 'Undo this change' })
      .first()
      .click();
    await expect(owner.getByText('Undone. This is recorded as a new change.')).toBeVisible();
    const link = (await (await api.get(`/api/links/${id}`)).json()) as { title: unknown };
    expect(link.title).toBeNull();
  });

  test("a link's address is copied beside it, by a button as high as the others", async ({ owner, api }) => {
    const { id } = await makeLink(api, { destinationUrl: 'https://example.com/hero', slug: 'hero' });
    await owner.goto(`/links/${id}`);
    const copy = await boxOf(owner.getByRole('button', { name: /^Copy / }));
    const address = await boxOf(owner.locator('h1 app-short-address'));
    expect(copy.x - (address.x + address.width)).toBeLessThanOrEqual(16);
    expect(copy.height).toBe((await boxOf(owner.getByRole('button', { name: 'Edit' }))).height);
  });

  test('the QR studio refuses colours that would not scan', async ({ owner, api }) => {
    const { id } = await makeLink(api, { destinationUrl: 'https://example.com/qr', slug: 'qr-me' });
    await owner.goto(`/links/${id}`);
    await owner.getByRole('button', { name: 'QR code' }).click();
    const studio = owner.getByRole('dialog', { name: 'QR code' });
    const code = studio.getByRole('img', { name: /QR code of/ });
    await expect(code).toBeVisible();
    await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await expect(studio.getByLabel('Size in pixels')).toBeFocused();
    await studio.getByRole('textbox', { name: 'Colour as hex value' }).fill('#dddddd');
    await expect(studio.getByText('These colours are too close')).toBeVisible();
    await expect(studio.getByRole('button', { name: 'Download PNG' })).toBeDisabled();
  });
});
