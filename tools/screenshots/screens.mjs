// The screens by name: who sees them, where they are, and what is done there before the picture. `full` pictures show
// the whole page, however long.

const button = (page, name) => page.getByRole('button', { name }).first();
const press = (name) => (page) => button(page, name).click();
const menu = (opener, item) => async (page) => {
  await button(page, opener).click();
  await page.getByRole('menuitem', { name: item }).click();
};

/** Before the first account exists. */
export const SETUP = [{ name: 'setup', path: '/setup' }];

export const SIGNED_OUT = [
  { name: 'login', path: '/login' },
  { name: 'login-wrong', path: '/login', act: wrongPassword },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'reset-password', path: '/reset-password?token=abc' },
  { name: 'verify-email', path: '/verify-email?token=abc' },
  { name: 'register-invite', path: '/register' },
  { name: 'invite', path: ({ invitation }) => `/invite?token=${invitation}` },
  { name: 'visitor-unlock', path: '/p/handbook' },
  { name: 'visitor-missing', path: '/no-such-link' },
  { name: 'visitor-ended', path: '/ended' },
];

export const OWNER_SCREENS = [
  { name: 'overview', path: '/?period=30d&compare=previous', full: true },
  { name: 'overview-range', path: '/', act: press('Last 7 days') },
  { name: 'overview-table', path: '/', act: press('Show as table') },
  { name: 'overview-error', path: '/', fail: '**/api/workspaces/analytics**' },
  { name: 'links', path: '/links' },
  { name: 'links-filter', path: '/links?status=active', act: press('Filter') },
  { name: 'links-menu', path: '/links', act: press('Actions for sale') },
  { name: 'links-more', path: '/links', act: press('More') },
  { name: 'links-views', path: '/links?status=active', act: press('Views') },
  { name: 'links-chosen', path: '/links', act: (page) => page.getByRole('checkbox').nth(2).check() },
  { name: 'links-none', path: '/links?q=nothing+like+this' },
  { name: 'links-error', path: '/links', fail: '**/api/links?**' },
  { name: 'links-loading', path: '/links', hang: '**/api/links?**' },
  { name: 'links-rtl', path: '/links', act: rightToLeft },
  { name: 'links-undo', path: '/links', act: menu('Actions for sale', /Pause|Resume/) },
  { name: 'create', path: '/links', act: openCreate },
  { name: 'create-refused', path: '/links', act: refusedCreate },
  { name: 'edit', path: ({ link }) => `/links/${link}/details`, act: openEveryPart },
  { name: 'discard', path: '/links', act: discard },
  { name: 'link', path: ({ busy }) => `/links/${busy}?period=30d&compare=previous`, full: true },
  { name: 'link-long', path: ({ long }) => `/links/${long}` },
  { name: 'link-long-details', path: ({ long }) => `/links/${long}/details`, full: true },
  { name: 'link-try', path: ({ link }) => `/links/${link}/try` },
  { name: 'link-addresses', path: ({ link }) => `/links/${link}/addresses` },
  { name: 'link-details', path: ({ link }) => `/links/${link}/details`, full: true },
  { name: 'link-history', path: ({ link }) => `/links/${link}/history`, full: true },
  { name: 'qr', path: ({ link }) => `/links/${link}`, act: press('QR code') },
  { name: 'trash', path: '/links/trash' },
  { name: 'import', path: '/links/import' },
  { name: 'import-rows', path: '/links/import', act: dropFile },
  { name: 'campaigns', path: '/campaigns' },
  { name: 'campaign-create', path: '/campaigns', act: press('Create campaign') },
  { name: 'campaign', path: ({ busyCampaign }) => `/campaigns/${busyCampaign}?period=30d`, full: true },
  { name: 'batch', path: ({ campaign }) => `/campaigns/${campaign}`, act: openBatch },
  { name: 'tags', path: '/tags' },
  { name: 'tags-rename', path: '/tags', act: press(/^Rename /) },
  { name: 'palette', path: '/', act: openPalette },
  { name: 'shortcuts', path: '/', act: (page) => page.keyboard.press('?') },
  { name: 'not-found', path: '/links/00000000-0000-7000-8000-000000000000' },
  { name: 'nowhere', path: '/no/such/page' },
  { name: 'people', path: '/members' },
  { name: 'people-invite', path: '/members', act: press('Invite people') },
  { name: 'activity', path: '/activity' },
  { name: 'settings', path: '/settings', full: true },
  { name: 'account', path: '/account', full: true },
  { name: 'account-menu', path: '/', act: accountMenu },
  { name: 'status', path: '/status', full: true },
];

/** What a role without rights sees. */
export const VIEWER_SCREENS = [
  { name: 'viewer-links', path: '/links' },
  { name: 'viewer-link', path: ({ link }) => `/links/${link}/details` },
  { name: 'viewer-forbidden', path: '/members' },
];

/** On the bare host of a server with many workspaces. */
export const MANY_SIGNED_OUT = [
  { name: 'front-page', path: '/', full: true },
  { name: 'register', path: '/register' },
];
export const MANY_SCREENS = [
  { name: 'workspaces', path: '/workspaces' },
  { name: 'workspace-create', path: '/workspaces/new' },
];

/** In a workspace where nothing is yet. */
export const EMPTY_SCREENS = [
  { name: 'empty-overview', path: '/' },
  { name: 'empty-links', path: '/links' },
  { name: 'empty-campaigns', path: '/campaigns' },
  { name: 'empty-tags', path: '/tags' },
  { name: 'empty-trash', path: '/links/trash' },
];

async function wrongPassword(page) {
  await page.getByLabel('Email address').fill('nora@northwind.example');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').first().waitFor();
}

async function openCreate(page) {
  await button(page, 'Create link').click();
  await page.getByLabel('Destination', { exact: true }).fill('https://www.northwind.example/autumn');
  await page.getByText('UTM values').click();
  await page.getByRole('button', { name: 'Newsletter' }).click();
}

async function refusedCreate(page) {
  await button(page, 'Create link').click();
  await page.getByLabel('Destination', { exact: true }).fill('javascript:alert(1)');
  await page.getByLabel('Short address').fill('spring');
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
}

async function openEveryPart(page) {
  await button(page, 'Edit').click();
  await page.getByRole('dialog').getByText('Responsibility and notes').click();
}

async function discard(page) {
  await openCreate(page);
  await page.keyboard.press('Escape');
}

async function openBatch(page) {
  await button(page, 'Create several').click();
  await page.getByLabel('Destination of all of them').fill('https://www.northwind.example/spring');
}

async function dropFile(page) {
  const csv = [
    'destination_url,slug,title,tags,colour',
    'https://www.northwind.example/one,import-one,One,spring|print,red',
    'javascript:alert(1),import-two,Two,,blue',
    'https://www.northwind.example/three,spring,Three,,green',
  ].join('\n');
  const file = { name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.getByLabel(/Drop a CSV file/).setInputFiles(file);
  await page.getByRole('table').waitFor();
}

async function openPalette(page) {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('spring');
}

async function accountMenu(page) {
  const opener = page.getByRole('button', { name: /Account and settings|^More$/ });
  await opener.last().click();
}

async function rightToLeft(page) {
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
}
