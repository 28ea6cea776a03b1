import type { Page } from '@playwright/test';
import { expect, makeLink, test } from './support/fixtures.js';
import { pressEnter } from './support/keyboard.js';

const bar = (page: Page) => page.getByRole('region', { name: 'Selected links' });

async function act(page: Page, slug: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${slug}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** How far what has the keyboard's place reaches under the bar for chosen links, in pixels. */
function hidden(page: Page): Promise<number> {
  return page.evaluate(() => {
    const at = document.activeElement?.closest('label') ?? document.activeElement;
    const over = document.querySelector('app-bulk-bar');
    if (!at || !over || over.contains(at)) return 0;
    const [focused, covering] = [at.getBoundingClientRect(), over.getBoundingClientRect()];
    return Math.max(0, Math.min(focused.bottom, covering.bottom) - Math.max(focused.top, covering.top));
  });
}

test.describe('the list of links', () => {
  test('back from a deleted link goes on; its former address says that it is gone', async ({ owner, api }) => {
    const { id } = await makeLink(api, { destinationUrl: 'https://example.com/gone', slug: 'soon-gone' });
    await owner.goto('/tags');
    await owner.goto(`/links/${id}`);
    await owner.getByRole('link', { name: 'Details' }).click();
    await expect(owner).toHaveURL(/details/);
    await act(owner, 'soon-gone', 'Delete');
    await expect(owner).toHaveURL(/\/links$/);
    await expect(owner.getByText('soon-gone moved to the trash.')).toBeVisible();

    await owner.goBack();
    await expect(owner.getByText('It may have been deleted.')).toBeVisible();
    await expect(owner).toHaveURL(`/links/${id}`);
    await owner.goBack();
    await expect(owner).toHaveURL(/\/tags$/);
  });

  test('a chosen link that is deleted is chosen no longer', async ({ owner, api }) => {
    for (const slug of ['chosen-one', 'chosen-two']) {
      await makeLink(api, { destinationUrl: `https://example.com/${slug}`, slug });
    }
    await owner.goto('/links?q=chosen-');
    for (const slug of ['chosen-one', 'chosen-two']) {
      await owner.getByRole('checkbox', { name: `Select ${slug}` }).check();
    }
    await act(owner, 'chosen-one', 'Delete');
    await expect(bar(owner).getByText('1 selected')).toBeVisible();
    await expect(owner.getByText('chosen-one moved to the trash.')).toBeVisible();
    await bar(owner).getByRole('button', { name: 'Archive' }).click();
    await expect(owner.getByText('1 link archived.')).toBeVisible();
  });

  test('a campaign just made can be chosen; a choice that is looked at stays', async ({ owner, api }) => {
    for (let n = 10; n < 40; n++) {
      await api.post('/api/campaigns', { data: { name: `Look ${String(n)}`, utmCampaign: `look-${String(n)}` } });
    }
    const { id } = await makeLink(api, { destinationUrl: 'https://example.com/look', slug: 'look-at-me' });
    // The choices are fetched with the first editor.
    await owner.goto(`/links/${id}`);
    await owner.getByRole('button', { name: 'Edit' }).click();
    const editor = owner.getByRole('dialog', { name: 'Edit link' });
    await expect(editor).toBeVisible();
    await owner.keyboard.press('Escape');

    await owner.getByRole('link', { name: 'Campaigns' }).first().click();
    await owner.getByRole('button', { name: 'Create campaign' }).click();
    const made = owner.getByRole('dialog', { name: 'Create campaign' });
    await made.getByLabel('Name').fill('Look zuletzt');
    await owner.keyboard.press('Escape');
    await owner.getByRole('button', { name: 'Keep editing' }).click();
    await made.getByRole('button', { name: 'Create campaign' }).click();
    await expect(owner.getByRole('heading', { name: 'Look zuletzt' })).toBeVisible();

    await owner.getByRole('link', { name: 'Links' }).first().click();
    await act(owner, 'look-at-me', 'Edit');
    const campaign = editor.getByRole('combobox', { name: 'Campaign' });
    await campaign.click();
    await owner.getByRole('option', { name: 'Look zuletzt' }).click();
    await expect(campaign).toHaveValue('Look zuletzt');
    await campaign.press('ArrowDown');
    await expect(owner.getByRole('option', { name: 'Look zuletzt' })).toBeInViewport();
    await campaign.press('Enter');
    await expect(campaign).toHaveValue('Look zuletzt');
    await editor.getByRole('button', { name: 'Save' }).click();
    await expect(owner.getByText('look-at-me saved.')).toBeVisible();
  });

  test('a destination and tags that are too long are refused on their fields, never cut', async ({ owner, api }) => {
    await owner.goto('/links');
    await owner.getByRole('button', { name: 'Create link' }).first().click();
    const editor = owner.getByRole('dialog', { name: 'Create link' });
    const destination = editor.getByLabel('Destination', { exact: true });
    const long = `https://example.com/${'a'.repeat(2100)}`;
    await destination.fill(long);
    const tags = editor.getByLabel('Tags');
    await tags.fill(`${Array.from({ length: 12 }, (_, n) => `pasted-${String(n)}`).join(', ')}, ${'b'.repeat(41)},`);
    await expect(editor.getByRole('button', { name: 'Remove pasted-11' })).toBeVisible();
    await expect(tags).toHaveValue('b'.repeat(41));
    await expect(destination).toHaveAttribute('aria-invalid', 'true');
    await editor.getByRole('button', { name: 'Create link' }).click();
    await expect(tags).toHaveAttribute('aria-invalid', 'true');
    await expect(destination).toBeFocused();
    await expect(destination).toHaveValue(long);
    await destination.fill('https://example.com/short-enough');
    await editor.getByRole('button', { name: 'Create link' }).click();
    await expect(tags).toBeFocused();
    await tags.fill('');
    // What the server says about one of the tags stands on their field too.
    await tags.fill('a\tb');
    await tags.press('Enter');
    await editor.getByRole('button', { name: 'Create link' }).click();
    await expect(editor.getByText('Control characters are not allowed.')).toBeVisible();
    await tags.press('Backspace');
    await editor.getByRole('button', { name: 'Create link' }).click();
    await expect(editor).toBeHidden();
    const found = (await (await api.get('/api/links?tags=pasted-11')).json()) as { items: { tags: string[] }[] };
    expect(found.items[0]?.tags).toHaveLength(12);
  });

  test('the keyboard keeps its place: naming a view, adding and removing rules', async ({ owner }) => {
    await owner.goto('/links?sort=title');
    const views = owner.getByRole('button', { name: 'Views' });
    const name = owner.getByLabel('Name of the view');
    for (const leave of [
      () => owner.keyboard.press('Escape'),
      () => pressEnter(owner.getByRole('button', { name: 'Cancel' })),
      async () => {
        await name.fill('By title');
        await owner.keyboard.press('Enter');
      },
    ]) {
      await pressEnter(views);
      await pressEnter(owner.getByRole('menuitem', { name: 'Save this view' }));
      await expect(name).toBeFocused();
      await leave();
      await expect(name).toBeHidden();
      await expect(views).toBeFocused();
    }

    await owner.getByRole('button', { name: 'Create link' }).first().click();
    const editor = owner.getByRole('dialog', { name: 'Create link' });
    await editor.getByText('Countries and systems').click();
    const add = editor.getByRole('button', { name: 'Add system' });
    const kinds = editor.getByLabel('System', { exact: true });
    await pressEnter(add);
    await expect(kinds.nth(0)).toBeFocused();
    await pressEnter(add);
    await expect(kinds.nth(1)).toBeFocused();
    await pressEnter(editor.getByRole('button', { name: 'Remove rule for Android' }));
    await expect(kinds.nth(0)).toBeFocused();
    await pressEnter(editor.getByRole('button', { name: 'Remove rule for iOS' }));
    await expect(add).toBeFocused();
  });

  test('an address is added once, and a colour that is none is named', async ({ owner, api }) => {
    const { id } = await makeLink(api, { destinationUrl: 'https://example.com/colours', slug: 'coloured' });
    await owner.goto(`/links/${id}/addresses`);
    const address = owner.getByLabel('Another address');
    await address.fill('coloured-too');
    await address.evaluate((field: HTMLInputElement) => {
      field.form?.requestSubmit();
      field.form?.requestSubmit();
    });
    await expect(owner.getByText('coloured-too now leads here too.')).toBeVisible();
    await expect(address).toHaveValue('');
    await expect(address).not.toHaveAttribute('aria-invalid', 'true');

    await owner.getByRole('button', { name: 'QR code' }).click();
    const studio = owner.getByRole('dialog', { name: 'QR code' });
    const colour = studio.locator('input.mono').first();
    const download = studio.getByRole('button', { name: 'SVG' });
    await colour.fill(' #a00 ');
    await expect(studio.getByRole('img')).toHaveAttribute('src', /aa0000/);
    await expect(download).toBeEnabled();
    await colour.fill('#a0');
    await expect(colour).toHaveAttribute('aria-invalid', 'true');
    await expect(studio.getByText('Enter a colour such as #1a2b3c.')).toBeVisible();
    await expect(download).toBeDisabled();
  });

  for (const [width, height] of [
    [1280, 720],
    [1000, 500],
    [800, 600],
    [390, 844],
    [900, 400],
  ] as const) {
    test(`the bar for chosen links hides nothing that the keyboard comes to, at ${String(width)} × ${String(height)}`, async ({
      owner,
      api,
    }) => {
      await owner.setViewportSize({ width, height });
      for (let n = 0; n < 16; n++) {
        await makeLink(api, {
          destinationUrl: 'https://example.com/under',
          slug: `under-${String(width)}-${String(n)}`,
        });
      }
      await owner.goto(`/links?q=under-${String(width)}`);
      const boxes = owner.getByRole('checkbox', { name: /^Select under/ });
      await expect(boxes).toHaveCount(16);
      await boxes.first().check();
      await expect(bar(owner)).toBeVisible();
      await owner.evaluate(() => {
        scrollTo(0, 0);
      });
      await boxes.first().focus();
      for (let n = 0; n < 60; n++) {
        await owner.keyboard.press('Tab');
        expect(await hidden(owner), `after ${String(n + 1)} tabs`).toBe(0);
      }
    });
  }
});
