import { expect, OWNER, test } from './support/fixtures.js';

test('what the server refuses is said in German on a German screen, on its field', async ({
  browser,
  instance,
  api,
}) => {
  const context = await browser.newContext({
    baseURL: instance.url,
    locale: 'de-DE',
    storageState: await api.storageState(),
  });
  const page = await context.newPage();
  await page.goto('/tags');
  const name = page.getByLabel('Neues Tag');
  await name.fill('eins, zwei');
  await page.getByRole('button', { name: 'Tag hinzufügen' }).click();
  await expect(page.getByText('Der Name eines Tags enthält weder Komma noch senkrechten Strich (|).')).toBeVisible();
  await expect(name).toHaveAttribute('aria-invalid', 'true');

  // What is wrong with a file, and with its rows.
  await page.goto('/links/import');
  const file = (text: string) => ({ name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  const input = page.locator('input[type=file]');
  await input.setInputFiles(file('slug,title\n'));
  await expect(page.getByText('Die Datei hat keine Zeilen.')).toBeVisible();
  await input.setInputFiles(file('destination_url\nftp://example.com\n'));
  await expect(page.getByText('Die Adresse muss mit http:// oder https:// beginnen.')).toBeVisible();
  await context.close();
});

for (const locale of ['en-GB', 'de-AT']) {
  test(`a browser in ${locale} finds its language marked, and the page's title follows to the other`, async ({
    browser,
    instance,
    api,
  }) => {
    const context = await browser.newContext({
      baseURL: instance.url,
      locale,
      storageState: await api.storageState(),
    });
    const page = await context.newPage();
    await page.goto('/tags');
    const [own, other] = locale.startsWith('en')
      ? (['English', 'Deutsch'] as const)
      : (['Deutsch', 'English'] as const);
    await page.getByRole('button', { name: OWNER.email }).click();
    await expect(page.getByRole('menuitemradio', { name: own })).toBeChecked();
    await expect(page.getByRole('menuitemradio', { name: other })).not.toBeChecked();
    await expect(page).toHaveTitle(`Tags · ${OWNER.workspaceName} · Signpost`);
    await page.goto('/activity');
    await page.getByRole('button', { name: OWNER.email }).click();
    await page.getByRole('menuitemradio', { name: other }).click();
    await expect(page).toHaveTitle(
      `${own === 'English' ? 'Aktivität' : 'Activity'} · ${OWNER.workspaceName} · Signpost`,
    );
    await context.close();
  });
}
