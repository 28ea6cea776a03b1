// The screens of every day's work by name: where they are, and what is done there before they are looked at.
import { all, answer, button, menu, press } from './acts.mjs';

const chosen = (page) => page.getByRole('checkbox', { name: 'Select handbook' }).check();
const inBar = (name) => (page) =>
  page.getByRole('region', { name: 'Selected links' }).getByRole('button', { name }).click();

const LINKS = [
  { name: 'links', path: '/links' },
  { name: 'links-filter', path: '/links?status=active', act: press('Filter') },
  { name: 'links-choice', path: '/links?status=active', act: openChoice },
  { name: 'links-menu', path: '/links', act: press('Actions for sale') },
  { name: 'links-more', path: '/links', act: press('More') },
  { name: 'links-view-options', path: '/links', act: press('View options') },
  { name: 'links-views', path: '/links?status=active', act: press('Views') },
  { name: 'links-view-name', path: '/links?status=active', act: menu('Views', /^Save/) },
  { name: 'links-chosen', path: '/links', act: chosen },
  { name: 'links-chosen-tags', path: '/links', act: all(chosen, inBar('Tags'), openTagNames) },
  { name: 'links-chosen-new-tag', path: '/links', act: all(chosen, inBar('Tags'), typeNewTag) },
  { name: 'links-chosen-campaigns', path: '/links', act: all(chosen, inBar('Campaign')) },
  { name: 'links-chosen-responsible', path: '/links', act: all(chosen, inBar('Responsible')) },
  { name: 'links-chosen-dates', path: '/links', act: all(chosen, inBar('Dates')) },
  { name: 'links-chosen-more', path: '/links', act: all(chosen, inBar('More')) },
  { name: 'links-chosen-qr', path: '/links', act: all(chosen, inBar('More'), codesOfMany) },
  { name: 'links-progress', path: '/links', act: all(chosen, inBar('More'), pause), hang: '**/api/links/bulk/update' },
  { name: 'links-none', path: '/links?q=nothing+like+this' },
  { name: 'links-archived', path: '/links', before: allArchived },
  { name: 'links-error', path: '/links', fail: '**/api/links?**' },
  { name: 'links-loading', path: '/links', hang: '**/api/links?**' },
  { name: 'links-undo', path: '/links', act: all(menu('Actions for sale', /Pause|Resume/), undoOffer) },
  { name: 'trash', path: '/links/trash' },
  { name: 'trash-none', path: '/links/trash?q=nothing+like+this' },
  { name: 'trash-all', path: '/links/trash', before: manyDeleted, act: press('Restore all 24 found') },
  {
    name: 'trash-progress',
    path: '/links/trash',
    before: manyDeleted,
    act: restoreAll,
    hang: '**/api/links/bulk/update',
  },
  { name: 'create', path: '/links', act: openCreate },
  { name: 'created', path: '/links', act: createOne },
  { name: 'create-refused', path: '/links', act: refusedCreate },
  { name: 'edit', path: ({ link }) => `/links/${link}/details`, act: openEveryPart, full: true },
  { name: 'discard', path: '/links', act: discard },
  { name: 'edit-together', path: ({ link }) => `/links/${link}/details`, act: editTogether },
  { name: 'link', path: ({ busy }) => `/links/${busy}?period=30d&compare=previous`, full: true },
  { name: 'link-long', path: ({ long }) => `/links/${long}` },
  { name: 'link-long-details', path: ({ long }) => `/links/${long}/details`, full: true },
  { name: 'link-long-edit', path: ({ long }) => `/links/${long}/details`, act: press('Edit') },
  { name: 'link-try', path: ({ link }) => `/links/${link}/try` },
  { name: 'link-addresses', path: ({ link }) => `/links/${link}/addresses` },
  { name: 'link-details', path: ({ link }) => `/links/${link}/details`, full: true },
  { name: 'link-history', path: ({ link }) => `/links/${link}/history`, full: true },
  { name: 'link-missing', path: '/links/00000000-0000-7000-8000-000000000000' },
  { name: 'qr', path: ({ link }) => `/links/${link}`, act: press('QR code') },
  { name: 'qr-unreadable', path: ({ link }) => `/links/${link}`, act: paleCode },
  { name: 'import', path: '/links/import' },
  { name: 'import-pasted', path: '/links/import', act: pasteAddresses },
  { name: 'import-rows', path: '/links/import', act: dropFile },
  { name: 'import-encoding', path: '/links/import', act: dropWindowsFile },
  { name: 'import-columns', path: '/links/import', act: dropForeignFile },
  { name: 'import-running', path: '/links/import', act: importForEver, hang: '**/api/links/import' },
  { name: 'import-outcome', path: '/links/import', act: importOne },
  { name: 'import-undo', path: '/links/import', act: all(importOne, press('Undo the import')) },
];

const CAMPAIGNS_AND_TAGS = [
  { name: 'campaigns', path: '/campaigns' },
  { name: 'campaign-create', path: '/campaigns', act: press('Create campaign') },
  { name: 'campaign', path: ({ busyCampaign }) => `/campaigns/${busyCampaign}?period=30d`, full: true },
  { name: 'links-create-campaign', path: '/links', act: press('Create link', 'New campaign') },
  { name: 'campaign-menu', path: ({ campaign }) => `/campaigns/${campaign}`, act: press(/^More/) },
  { name: 'campaign-edit', path: ({ campaign }) => `/campaigns/${campaign}`, act: menu(/^More/, /^Edit/) },
  { name: 'campaign-delete', path: ({ campaign }) => `/campaigns/${campaign}`, act: menu(/^More/, 'Delete') },
  { name: 'batch', path: ({ campaign }) => `/campaigns/${campaign}`, act: openBatch },
  { name: 'batch-discard', path: ({ campaign }) => `/campaigns/${campaign}`, act: discardBatch },
  { name: 'tags', path: '/tags' },
  { name: 'tags-rename', path: '/tags', act: press(/^Rename /) },
  { name: 'tags-merge', path: '/tags', act: mergeTags },
];

/** Screens of daily work: overview, links, campaigns, tags, and the overlays above them. */
export const WORK_SCREENS = [
  { name: 'overview', path: '/?period=30d&compare=previous', full: true },
  { name: 'overview-range', path: '/', act: all(press('Last 7 days'), ownRange) },
  { name: 'overview-table', path: '/?compare=previous', act: press('Show as table') },
  { name: 'overview-picture', path: '/?period=30d', act: press(/^Save as image/) },
  { name: 'overview-attention', path: '/', before: muchToLookAt, full: true },
  { name: 'overview-meaning', path: '/', act: meaning },
  { name: 'overview-filtered', path: '/?period=30d&country=DE&browser=Chrome&browser=Safari', full: true },
  { name: 'overview-dropped', path: '/?country=DE', before: eventsDropped },
  { name: 'overview-share', path: '/', act: press('Share', 'Get share link') },
  { name: 'shared-report', path: ({ share }) => `/share/${share}`, full: true },
  { name: 'shared-report-gone', path: '/share/unknown' },
  { name: 'overview-error', path: '/', fail: '**/api/workspaces/analytics**' },
  { name: 'overview-loading', path: '/', hang: '**/api/workspaces/analytics**' },
  ...LINKS,
  ...CAMPAIGNS_AND_TAGS,
  { name: 'palette', path: '/', act: openPalette },
  { name: 'shortcuts', path: '/', act: (page) => page.locator('main').press('?') },
  { name: 'nowhere', path: '/settings/nothing/here' },
];

/** Simulates a filter for clicks that retention has deleted. */
function eventsDropped(page) {
  const refusal = { statusCode: 422, code: 'events_dropped', message: '', earliestEventAt: '2026-10-01T08:00:00.000Z' };
  return answer('**/api/workspaces/analytics**', refusal, 422)(page);
}

/** Simulates two reasons with the maximum number of links in the response. */
function muchToLookAt(page) {
  return page.route('**/api/workspaces/analytics?**', async (route) => {
    const response = await route.fetch();
    const report = await response.json();
    const many = (links) => Array.from({ length: 10 }, (_, i) => ({ ...links[i % links.length], id: `${i}` }));
    const { stopped, needsReview } = report.attention;
    const attention = { ...report.attention, stopped: many(stopped), needsReview: many(needsReview) };
    await route.fulfill({ response, json: { ...report, attention } });
  });
}

async function openChoice(page) {
  await press('Filter')(page);
  await page.getByRole('combobox', { name: 'Campaign' }).click();
}

async function openTagNames(page) {
  await page.getByRole('combobox', { name: 'Tag' }).click();
}

async function typeNewTag(page) {
  await page.getByRole('combobox', { name: 'Tag' }).fill('Trade fair');
}

async function pasteAddresses(page) {
  await page.getByLabel('Or paste addresses').fill('https://www.northwind.example/spring\nnorthwind.example/sale');
}

async function codesOfMany(page) {
  await page.getByRole('menuitem', { name: 'QR codes' }).click();
}

async function pause(page) {
  await page.getByRole('menuitem', { name: /Pause|Resume/ }).click();
}

/** Simulates that all links are archived. */
async function allArchived(page) {
  const none = { items: [], page: 1, perPage: 20, total: 0 };
  await page.route('**/api/links?**', (route) =>
    route.request().url().includes('archived=true') ? route.continue() : route.fulfill({ json: none }),
  );
}

/** Simulates more links in the trash than the existing one. */
async function manyDeleted(page) {
  await page.route('**/api/links?trashed=true**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), total: 24 } });
  });
}

async function restoreAll(page) {
  await press('Restore all 24 found')(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Restore all' }).click();
}

/** The code of toasts is loaded with the first one. */
async function undoOffer(page) {
  await page.locator('sp-toasts').getByRole('button', { name: 'Undo' }).waitFor();
}

async function openCreate(page) {
  await button(page, 'Create link').click();
  await page.getByLabel('Destination', { exact: true }).fill('https://www.northwind.example/autumn');
  await page.getByText('UTM values').click();
  await page.getByRole('button', { name: 'Newsletter' }).click();
}

/** A link with a random slug, so that repeating this step causes no conflict. */
async function createOne(page) {
  await button(page, 'Create link').click();
  await page.getByLabel('Destination', { exact: true }).fill('https://www.northwind.example/autumn');
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
  await page.locator('#new-links').waitFor();
}

async function refusedCreate(page) {
  await button(page, 'Create link').click();
  await page.getByLabel('Destination', { exact: true }).fill('javascript:alert(1)');
  await page.getByLabel('Short address').fill('spring');
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  await page.getByText('It belongs to this link:').waitFor();
}

async function openEveryPart(page) {
  await button(page, 'Edit').click();
  const parts = page.getByRole('dialog').locator('details:not([open]) > summary');
  while ((await parts.count()) > 0) await parts.first().click();
}

/** Simulates that another user has changed the link meanwhile. */
async function editTogether(page) {
  await press('Edit')(page);
  await page.route('**/api/links/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), title: 'The handbook for all of us' } });
  });
  const editor = page.getByRole('dialog', { name: 'Edit link' });
  await editor.getByLabel('Title').fill('Our handbook');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog', { name: 'Someone else changed this too' }).waitFor();
}

async function discard(page) {
  await openCreate(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Discard' }).waitFor();
}

async function paleCode(page) {
  await button(page, 'QR code').click();
  await page.getByRole('dialog').locator('input[type=color]').first().fill('#f2e9c9');
}

async function openBatch(page) {
  await button(page, 'Create several links').click();
  await page.getByLabel('Destination for all links').fill('https://www.northwind.example/spring');
}

async function discardBatch(page) {
  await openBatch(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Discard' }).waitFor();
}

async function mergeTags(page) {
  await button(page, 'Rename newsletter').click();
  await page.getByRole('textbox', { name: 'Rename newsletter' }).fill('spring');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: /Merge/ }).waitFor();
}

/** A range of one day, the first selectable one. */
async function ownRange(page) {
  const days = page.locator('sp-calendar [data-day]:enabled');
  await days.first().click();
  await days.last().click();
}

async function meaning(page) {
  await page.locator('sp-stat button').first().focus();
}

async function dropFile(page) {
  const csv = [
    'destination_url,slug,title,tags,colour',
    'https://www.northwind.example/one,import-one,One,spring|print,red',
    'javascript:alert(1),import-two,Two,,blue',
    'https://www.northwind.example/three,spring,Three,,green',
  ].join('\n');
  await choose(page, 'links.csv', csv);
  await page.getByRole('table').waitFor();
}

async function dropForeignFile(page) {
  const csv = [
    'Bitlink,Long URL,Title,Tags,Created',
    'bit.ly/launch,https://www.northwind.example/launch,Launch,"spring, print",2026-03-01',
  ].join('\n');
  await choose(page, 'bitly.csv', csv);
  await page.getByRole('combobox', { name: 'Bitlink' }).waitFor();
}

async function dropWindowsFile(page) {
  await choose(page, 'strassen.csv', Buffer.from('destination_url,title\nhttps://example.com/,Straße\n', 'latin1'));
  await page.locator('app-encoding-question').waitFor();
}

/** A link with a random slug, so that repeating this step causes no conflict. */
async function importOne(page) {
  await choose(page, 'links.csv', 'destination_url\nhttps://www.northwind.example/imported\n');
  await button(page, 'Create 1 link').click();
  await page.locator('app-import-outcome').waitFor();
}

async function importForEver(page) {
  await choose(page, 'links.csv', 'destination_url\nhttps://www.northwind.example/never\n');
  await button(page, 'Create 1 link').click();
  await page.getByRole('progressbar').waitFor();
}

async function choose(page, name, csv) {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.getByLabel(/Drop a file of links/).setInputFiles(file);
}

async function openPalette(page) {
  await page.locator('main').press('Control+k');
  await page.getByRole('combobox').fill('spring');
  await page
    .getByRole('option', { name: /spring/i })
    .first()
    .waitFor();
}
