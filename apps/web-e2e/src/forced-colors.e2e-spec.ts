import type { Locator } from '@playwright/test';
import { expect, makeLink, test } from './support/fixtures.js';

/** The grounds of an element as drawn, and of the page. */
function grounds(element: Locator): Promise<{ own: string; page: string }> {
  return element.evaluate((one) => ({
    own: getComputedStyle(one).backgroundColor,
    page: getComputedStyle(document.body).backgroundColor,
  }));
}

test('forced colours show that some are chosen, how far a run has come and how strong a password is', async ({
  owner,
  api,
}) => {
  await owner.emulateMedia({ forcedColors: 'active' });
  for (const n of [1, 2]) {
    await makeLink(api, { destinationUrl: 'https://example.com/forced', slug: `forced-${String(n)}` });
  }
  await owner.goto('/links?q=forced');
  await owner.getByRole('checkbox', { name: 'Select forced-1' }).check();
  const all = owner.getByRole('checkbox', { name: 'Select all on this page' });
  const border = () => all.evaluate((box) => getComputedStyle(box, '::before').borderBlockStartWidth);
  await expect.poll(border).toBe('2px');

  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await owner.route('**/api/links/import', async (route) => {
    await held;
    await route.continue();
  });
  await owner.goto('/links/import');
  const buffer = Buffer.from('destination_url\nhttps://example.com/forced\n');
  await owner.getByLabel(/Drop a file of links/).setInputFiles({ name: 'links.csv', mimeType: 'text/csv', buffer });
  await owner.getByRole('button', { name: 'Create 1 link' }).click();
  await expect(owner.getByRole('progressbar')).toHaveCSS('border-top-style', 'solid');
  answer();
  await expect(owner.locator('app-import-outcome')).toBeVisible();

  await owner.goto('/account');
  await owner.locator('input[name=new-password]').fill('a fair password, long');
  const bar = owner.locator('app-password-field .bars .on').first();
  await expect(bar).toBeVisible();
  const { own, page } = await grounds(bar);
  expect(own).not.toBe(page);
});
