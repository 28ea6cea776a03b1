import type { Locator, Page, Request } from '@playwright/test';
import { expect, expectAccessible, listen, OWNER, test } from './support/fixtures.js';
import { stranger } from './support/people.js';

/** What the first page may weigh on its way, headers included, beside the API's answers, of which some may come later. */
const FIRST_LOAD_BYTES = 160_000;
/** The same for the list of links, without charts. */
const LINKS_BYTES = 208_000;

/** Opens a page with an empty cache and answers what was transferred, once nothing more comes. */
async function transferred(page: Page, path: string): Promise<{ bytes: number; files: string[] }> {
  const done: Request[] = [];
  page.on('requestfinished', (request) => {
    if (!new URL(request.url()).pathname.startsWith('/api/')) done.push(request);
  });
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
  await expect(owner.getByRole('heading', { name: 'Links', exact: true })).toBeVisible();
  expect(bytes, files.join('\n')).toBeLessThan(LINKS_BYTES);
});

const START_PAGES = [
  // Whoever sees the overview sees its chart, whose drawing is fetched when it is seen.
  { path: '/', later: 1 },
  { path: '/links', later: 0 },
];

for (const { path, later } of START_PAGES) {
  test(`${path} names in its header what it asks for, and asks for nothing twice`, async ({ owner, api }) => {
    // A workspace that has just begun shows its first steps instead.
    for (const part of ['a', 'b', 'c', 'd'])
      await api.post('/api/links', { data: { destinationUrl: `https://example.com/first-load/${part}` } });
    const requested: string[] = [];
    owner.on('request', (request) => requested.push(request.url().replace(new URL(request.url()).origin, '')));
    const answer = await owner.goto(path, { waitUntil: 'networkidle' });
    const named = [...(answer?.headers()['link'] ?? '').matchAll(/<([^>]+)>/g)].map(([, target]) => target ?? '');
    const of = (kind: RegExp, all: readonly string[]): string[] => all.filter((url) => kind.test(url)).sort();
    // Which links the small lines are of is known when the list is there; who answers visitors' reports, with the session.
    const early = requested.filter((url) => !/^\/api\/reports\/(?:recent-clicks\?|abuse$)/.test(url));
    expect(of(/^\/api\//, early)).toEqual(of(/^\/api\//, named));
    // A busy machine may be quiet for half a second before the chart has been seen.
    const unnamed = (): string[] => of(/\.js$/, requested).filter((script) => !named.includes(script));
    await expect.poll(unnamed).toHaveLength(later);
    const scripts = of(/\.js$/, requested);
    expect(scripts).toEqual([...new Set(scripts)]);
    expect(scripts).toEqual(expect.arrayContaining(of(/\.js$/, named)));
  });
}

test('a page that nobody is signed in on names nothing in its header', async ({ browser, instance }) => {
  const page = await stranger(browser, instance);
  const answer = await page.goto('/');
  expect(answer?.headers()['link']).toBeUndefined();
  await page.context().close();
});

test('the page of the API runs its examples as they stand, on a dark phone, with nothing from elsewhere', async ({
  browser,
  instance,
}) => {
  const context = await browser.newContext({
    baseURL: instance.url,
    colorScheme: 'dark',
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  const complaints = listen(page);
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await page.goto('/api/docs');
  const run = async (name: RegExp, body?: object): Promise<Locator> => {
    const operation = page.locator('.opblock').filter({ has: page.getByRole('button', { name }) });
    await operation.getByRole('button', { name }).click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    if (body !== undefined) await operation.getByLabel('Request body').fill(JSON.stringify(body));
    await operation.getByRole('button', { name: 'Execute' }).click();
    return operation;
  };
  const status = (operation: Locator): Locator =>
    operation.locator('.live-responses-table .response .response-col_status');

  const { email, password } = OWNER;
  for (const group of [/^auth /, /^links /]) await page.getByRole('heading', { name: group }).click();
  await expect(status(await run(/^POST \/api\/auth\/login Signs/, { email, password }))).toHaveText('200');
  await expect(page.getByText(`Examples run as ${email}`)).toBeVisible();
  await expect(status(await run(/^GET \/api\/links Links/))).toHaveText('200');
  const create = await run(/^POST \/api\/links Creates/);
  await expect(status(create)).toHaveText('201');
  await expect(create.locator('.curl')).toContainText('curl -b cookies.txt');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(15, 19, 24)');
  expect([[...hosts], complaints]).toEqual([[instance.url], []]);
  await context.close();
});
