import type { Page, Request } from '@playwright/test';
import { expect, expectAccessible, listen, test } from './support/fixtures.js';
import { stranger } from './support/people.js';

/** What the first page may weigh on its way, headers included. */
const FIRST_LOAD_BYTES = 150_000;
/** The same for the list of links, without charts. */
const LINKS_BYTES = 188_000;

/** Opens a page with an empty cache and answers what was transferred, once nothing more comes. */
async function transferred(page: Page, path: string): Promise<{ bytes: number; files: string[] }> {
  const done: Request[] = [];
  page.on('requestfinished', (request) => done.push(request));
  await page.goto(path, { waitUntil: 'networkidle' });
  const sizes = await Promise.all(done.map((request) => request.sizes()));
  return {
    bytes: sizes.reduce(
      (sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize,
      0,
    ),
    files: done.map((request) => new URL(request.url()).pathname),
  };
}

test('the first page that anybody gets is light, quiet and accessible', async ({ browser, instance }) => {
  const page = await stranger(browser, instance);
  const complaints = listen(page);
  const { bytes, files } = await transferred(page, '/');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(bytes, files.join('\n')).toBeLessThan(FIRST_LOAD_BYTES);
  await expectAccessible(page);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('the list of links comes without charts', async ({ owner }) => {
  const { bytes, files } = await transferred(owner, '/links');
  await expect(owner.getByRole('heading', { name: 'Links' })).toBeVisible();
  expect(bytes, files.join('\n')).toBeLessThan(LINKS_BYTES);
});
