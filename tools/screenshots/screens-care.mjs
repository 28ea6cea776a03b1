// Accounts, people, settings, operation and what visitors see: where it is, and what is done there.
import { all, answer, button, menu, press } from './acts.mjs';

/** Before the first account exists. */
export const SETUP = [{ name: 'setup', path: '/setup' }];

const identity = (provider) => ({
  id: `${provider}-id`,
  provider,
  email: 'nora@northwind.example',
  createdAt: '2026-03-01T09:00:00.000Z',
});
const ALL_WAYS = {
  google: true,
  microsoft: true,
  oidc: null,
  passwords: true,
  registration: 'open',
  mail: true,
  demo: false,
  turnstileSiteKey: '1x00000000000000000000AA',
};
const COMPANY_WAY = { ...ALL_WAYS, google: false, oidc: { name: 'Northwind' }, turnstileSiteKey: null };

const CHANGE_THAT_WAITS = {
  change: {
    email: 'nora@northwind.test',
    oldConfirmed: true,
    newConfirmed: false,
    createdAt: '2026-03-01T09:00:00.000Z',
    expiresAt: '2026-03-02T09:00:00.000Z',
  },
};

export const SIGNED_OUT = [
  { name: 'login', path: '/login' },
  { name: 'login-wrong', path: '/login', act: wrongPassword },
  // The bot check comes from another server, which is unavailable here.
  { name: 'login-ways', path: '/login', before: answer('**/api/auth/providers', ALL_WAYS), act: noCheck },
  { name: 'login-company', path: '/login', before: answer('**/api/auth/providers', COMPANY_WAY) },
  { name: 'login-code', path: '/login', act: askedForCode },
  { name: 'login-refused', path: '/login?error=oauth_failed' },
  { name: 'forgot-password', path: '/forgot-password' },
  { name: 'forgot-password-sent', path: '/forgot-password', act: forgot },
  { name: 'reset-password', path: '/reset-password?token=abc' },
  { name: 'verify-email', path: '/verify-email?token=abc' },
  { name: 'verify-email-asks', path: '/verify-email?token=abc', before: verifiable },
  { name: 'change-email', path: '/verify-email/change?token=abc' },
  { name: 'change-email-asks', path: '/verify-email/change?token=abc', before: changing },
  { name: 'register-invite', path: '/register' },
  { name: 'invite', path: ({ invitation }) => `/invite?token=${invitation}`, act: weakPassword },
  { name: 'visitor-unlock', path: '/p/handbook' },
  { name: 'visitor-wrong', path: '/p/handbook', act: wrongLinkPassword },
  { name: 'visitor-report', path: '/p/handbook/report' },
  { name: 'visitor-reported', path: '/p/handbook/report', act: report },
  { name: 'visitor-missing', path: '/no-such-link' },
  { name: 'visitor-ended', path: '/ended' },
  { name: 'visitor-paused', path: '/fair-hall' },
  { name: 'visitor-early', path: '/fair' },
];

/** People, settings, account, operation. */
export const CARE_SCREENS = [
  { name: 'people', path: '/members' },
  { name: 'people-invite', path: '/members', act: press('Invite people') },
  { name: 'people-invited', path: '/members', act: invite },
  { name: 'people-member', path: '/members', act: press('Actions for vera@') },
  { name: 'people-remove', path: '/members', act: menu('Actions for vera@', 'Remove') },
  { name: 'people-invitation', path: '/members', act: press('Actions for omar@') },
  { name: 'activity', path: '/activity' },
  { name: 'activity-choice', path: '/activity', act: (page) => page.getByRole('combobox').first().click() },
  { name: 'settings', path: '/settings', full: true },
  { name: 'settings-logo', path: '/settings', act: chooseLogo, full: true },
  { name: 'settings-logo-remove', path: '/settings', before: withLogo, act: press('Remove the logo') },
  { name: 'settings-path', path: '/settings', act: otherPath, full: true },
  { name: 'settings-path-sure', path: '/settings', act: all(otherPath, stopThem) },
  { name: 'settings-revoke', path: '/settings', before: retained, act: press(/^Revoke/) },
  { name: 'settings-owner', path: '/settings', act: transfer },
  { name: 'account', path: '/account', full: true },
  { name: 'account-address', path: '/account', act: press('Change address') },
  { name: 'account-address-waits', path: '/account', before: answer('**/api/auth/email-change', CHANGE_THAT_WAITS) },
  { name: 'account-ways', path: '/account', before: twoWays, act: press(/^Remove/) },
  { name: 'account-passkeys', path: '/account', before: withPasskey, act: removePasskey },
  { name: 'account-second-factor', path: '/account', act: beginSecondFactor, full: true },
  { name: 'account-recovery-codes', path: '/account', act: finishSecondFactor, full: true },
  { name: 'account-menu', path: '/', act: accountMenu },
  { name: 'unverified', path: '/', before: unverified },
  { name: 'desk', path: '/workspace/reports' },
  { name: 'desk-history', path: '/workspace/reports', act: press('History of sale') },
  { name: 'desk-message', path: '/workspace/reports', before: madeByOmar, act: press('Write to the creator') },
  { name: 'desk-operator', path: '/operator/reports', act: searchHost, full: true },
  { name: 'status', path: '/status', full: true },
  { name: 'away', path: '/links', act: databaseUnavailable },
  { name: 'problem', path: '/tags', act: lostFiles },
];

/** What a role without rights sees. */
export const VIEWER_SCREENS = [
  { name: 'viewer-links', path: '/links' },
  { name: 'viewer-link', path: ({ link }) => `/links/${link}/details` },
  { name: 'viewer-forbidden', path: '/members' },
  { name: 'viewer-import', path: '/links/import' },
];

async function wrongPassword(page) {
  await page.getByLabel('Email address').fill('nora@northwind.example');
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').first().waitFor();
}

async function askedForCode(page) {
  await answer(
    '**/api/auth/login',
    { statusCode: 401, code: 'second_factor_required', message: '', methods: ['totp', 'passkey'] },
    401,
  )(page);
  await page.getByLabel('Email address').fill('nora@northwind.example');
  await page.getByLabel('Password', { exact: true }).fill('right');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
}

function verifiable(page) {
  const account = { email: 'new@northwind.example', createdAt: '2026-03-01T09:00:00.000Z' };
  return answer('**/api/auth/verify/inspect', account)(page);
}

function changing(page) {
  const change = { from: 'nora@northwind.example', to: 'nora@northwind.test', side: 'old' };
  return answer('**/api/auth/email-change/inspect', change)(page);
}

/** Simulates an invitation without a mail server, with a link to pass on. */
async function invite(page) {
  const invitation = {
    id: '00000000-0000-7000-8000-000000000002',
    email: 'new@northwind.example',
    role: 'MEMBER',
    inviteUrl: `https://go.northwind.example/invite?token=${'x'.repeat(43)}`,
  };
  await page.route('**/api/workspaces/invitations', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 201, json: invitation }) : route.continue(),
  );
  await button(page, 'Invite people').click();
  await page.getByRole('dialog').getByRole('textbox').fill(invitation.email);
  await page.getByRole('dialog').locator('[type=submit]').click();
  await page.getByText(invitation.inviteUrl).waitFor();
}

async function noCheck(page) {
  await page.getByText('did not load').waitFor();
}

async function forgot(page) {
  await page.getByLabel('Email address').fill('nobody@northwind.example');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Contact the server’s operator' }).waitFor();
}

async function weakPassword(page) {
  await page.getByLabel('Password', { exact: true }).fill('northwind');
}

async function wrongLinkPassword(page) {
  await page.getByLabel('Password').fill('wrong');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
}

async function report(page) {
  await page.getByRole('textbox').fill('This page asks for the password of my bank.');
  await page.getByRole('button').click();
  await page.getByRole('textbox').waitFor({ state: 'detached' });
}

/** Simulates a workspace with a logo. */
function withLogo(page) {
  return page.route('**/api/auth/session', async (route) => {
    const response = await route.fetch();
    const session = await response.json();
    if (session.workspace) session.workspace.logoUrl = '/favicon.svg';
    await route.fulfill({ response, json: session });
  });
}

async function chooseLogo(page) {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="48"><path fill="#1e7b4a" d="M0 48 48 0l48 48z"/></svg>';
  const bytes = await page.evaluate(async (text) => {
    const image = document.createElement('img');
    image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 96, height: 48 });
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/png').split(',')[1];
  }, svg);
  const file = { name: 'northwind.png', mimeType: 'image/png', buffer: Buffer.from(bytes, 'base64') };
  await page.getByLabel(/Choose an image/).setInputFiles(file);
  await page.getByRole('button', { name: 'Use this logo' }).waitFor();
}

async function otherPath(page) {
  await page.getByRole('textbox', { name: 'Path' }).fill('team');
}

async function stopThem(page) {
  await page.getByText('Stop them').click();
  await page.locator('app-path-section').getByRole('button', { name: 'Save' }).click();
}

function retained(page) {
  const items = [{ prefix: 'former', createdAt: '2026-03-01T09:00:00.000Z' }];
  return answer('**/api/workspaces/link-prefixes', { items })(page);
}

async function transfer(page) {
  await page.getByLabel('New owner').fill('vera');
  await page.getByRole('option', { name: /vera/ }).click();
  await button(page, 'Transfer ownership').click();
}

async function twoWays(page) {
  await answer('**/api/auth/providers', ALL_WAYS)(page);
  await answer('**/api/auth/identities', { items: [identity('password'), identity('google')] })(page);
}

function withPasskey(page) {
  const items = [{ id: 'key', name: 'Laptop', createdAt: '2026-03-01T09:00:00.000Z', lastUsedAt: null }];
  return answer('**/api/auth/passkeys', { items })(page);
}

async function removePasskey(page) {
  await page
    .locator('app-passkeys-section')
    .getByRole('button', { name: /^Remove/ })
    .click();
}

async function beginSecondFactor(page) {
  await button(page, 'Set up an authenticator app').click();
  await page.getByRole('img', { name: 'QR code' }).waitFor();
}

async function finishSecondFactor(page) {
  const recoveryCodes = Array.from({ length: 10 }, (_, i) => `abcde-fgh${String(10 + i)}`);
  await answer('**/api/auth/second-factor/enable', { recoveryCodes })(page);
  await beginSecondFactor(page);
  await page.getByLabel('Code from the app').fill('123456');
  await button(page, 'Turn on').click();
  await page.getByText('They are not shown again').waitFor();
}

async function unverified(page) {
  await page.route('**/api/auth/session', async (route) => {
    const response = await route.fetch();
    const session = await response.json();
    await route.fulfill({ response, json: { ...session, user: { ...session.user, verified: false } } });
  });
}

/** Simulates that another user has created the reported links. */
function madeByOmar(page) {
  return page.route('**/api/reports/abuse', async (route) => {
    const response = await route.fetch();
    const { items } = await response.json();
    const creator = { id: 'omar', email: 'omar@northwind.example' };
    await route.fulfill({ response, json: { items: items.map((report) => ({ ...report, creator })) } });
  });
}

async function searchHost(page) {
  await page.getByRole('search').getByRole('textbox').fill('northwind.example');
  await page.keyboard.press('Enter');
  await page
    .getByRole('button', { name: /Quarantine|Stop/ })
    .last()
    .waitFor();
}

async function databaseUnavailable(page) {
  await page.route('**/api/**', (route) => route.abort());
  await page.getByRole('link', { name: 'Links', exact: true }).first().click();
  await page.getByText('cannot reach its server').waitFor();
}

async function lostFiles(page) {
  await page.route('**/*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Links', exact: true }).first().click();
  await page.getByRole('heading', { name: 'This page did not load' }).waitFor();
}

async function accountMenu(page) {
  await page
    .getByRole('button', { name: /Account and settings|^More$/ })
    .last()
    .click();
}
