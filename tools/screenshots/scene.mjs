// What the pictures show: two instances with people, links of every state and traffic.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, makeFolder, stopProcess, untilHealthy } from '../app-process.mjs';
import { ROOT, run } from '../process.mjs';

const DAY = 86_400_000;
const PASSWORD = 'correct horse battery staple 7';
export const OWNER = 'nora@northwind.example';
const VIEWER = 'vera@northwind.example';
const MEMBER = 'omar@northwind.example';
/** Browsers resolve every name below `localhost` to this machine. */
const MANY = 'signpost.localhost';

/** A running application with an embedded database. `env` is computed from its port. */
export async function startApp(env) {
  const port = await freePort();
  const data = makeFolder();
  const own = { PORT: String(port), DATA_DIR: data, LOG_LEVEL: 'error', ...env(port) };
  const child = spawn(process.execPath, [join(ROOT, 'dist/apps/api/main.js')], {
    env: { ...process.env, ...own },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilHealthy(port, child);
  return {
    url: own.PUBLIC_URL,
    env: own,
    data,
    stop: async () => {
      await stopProcess(child);
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** One workspace of a busy team: an owner, a viewer, an open invitation, links of every state, campaigns, traffic. */
export async function startTeam(browser) {
  const app = await startApp((port) => ({
    PUBLIC_URL: `http://localhost:${port}`,
    SHORT_URL: 'https://go.northwind.example',
    JOBS_SECRET: 'a-secret-for-the-jobs-route',
    OPERATOR_EMAILS: OWNER,
  }));
  const owner = await browser.newContext({ baseURL: app.url });
  return {
    app,
    /** Fills the instance; before that it has no account, for the screenshot of the set-up. */
    fill: async () => {
      const { request } = owner;
      await made(request.post('/api/auth/register', { data: { ...account(OWNER), workspaceName: 'Northwind' } }));
      const ids = await makeLinks(request);
      const seed = ['--events=40000', '--links=60', '--days=60'];
      await run(process.execPath, [join(ROOT, 'dist/apps/api/seed.js'), ...seed], app.env);
      const first = async (path) => (await (await request.get(path)).json()).items;
      ids.busy = (await first('/api/links?sort=-clicks&perPage=1'))[0].id;
      ids.busyCampaign = (await first('/api/campaigns')).sort((a, b) => b.clickCount - a.clickCount)[0].id;
      const share = { subject: { type: 'workspace' }, title: 'For the board', expiresAt: Date.now() + 30 * DAY };
      const shared = await (await made(request.post('/api/reports/shares', { data: share }))).json();
      ids.share = shared.url.split('/').at(-1);
      await made(
        request.post('/api/report', { data: { slug: 'sale', reason: 'It asks for the password of my bank.' } }),
      );
      await invite(request, VIEWER, 'VIEWER');
      const viewer = await browser.newContext({ baseURL: app.url });
      const invitationToken = await mailedToken(app.data, VIEWER);
      await made(viewer.request.post('/api/auth/register', { data: { ...account(VIEWER), invitationToken } }));
      await made(viewer.request.post('/api/workspaces/invitations/accept', { data: { token: invitationToken } }));
      await invite(request, MEMBER, 'MEMBER');
      ids.invitation = await mailedToken(app.data, MEMBER);
      return { ids, owner: await owner.storageState(), viewer: await viewer.storageState() };
    },
  };
}

/** Many workspaces on one server, with a demo: the front page, choosing and creating workspaces, an empty one. */
export async function startMany(browser) {
  const app = await startApp((port) => ({
    DEPLOYMENT_MODE: 'multi',
    DEMO_ENABLED: 'true',
    PUBLIC_URL: `http://${MANY}:${port}`,
  }));
  const context = await browser.newContext({ baseURL: app.url });
  const page = await context.newPage();
  await page.goto('/login');
  // Sent from the page: only the browser resolves the instance's host names.
  await page.evaluate(async (person) => {
    const post = (path, body) =>
      fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    await post('/api/auth/register', person);
    for (const name of ['Northwind', 'Blumen Müller', 'Quarterly reports of the sales department']) {
      await post('/api/workspaces', { name });
    }
  }, account(OWNER));
  const owner = await context.storageState();
  await context.close();
  const empty = app.url.replace('//', '//blumen-muller.');
  return { app, owner, empty, demo: await startDemo(browser, app.url) };
}

/** Starts a demo as a visitor of the front page does. */
async function startDemo(browser, baseURL) {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await page.goto('/');
  const url = await page.evaluate(async () => {
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    return (await (await fetch('/api/auth/demo', request)).json()).url;
  });
  const visitor = await context.storageState();
  await context.close();
  return { url, visitor };
}

function account(email) {
  return { email, password: PASSWORD };
}

async function made(answer) {
  const response = await answer;
  if (!response.ok()) throw new Error(`${response.url()}: ${await response.text()}`);
  return response;
}

function invite(request, email, role) {
  return made(request.post('/api/workspaces/invitations', { data: { email, role } }));
}

/** The token of the newest mail to an address; mails are sent in the background. */
async function mailedToken(data, email) {
  const outbox = join(data, 'outbox');
  for (let attempt = 0; attempt < 150; attempt += 1) {
    const names = existsSync(outbox) ? readdirSync(outbox).sort().reverse() : [];
    for (const name of names) {
      const text = readFileSync(join(outbox, name), 'utf8')
        .replace(/=\r?\n/g, '')
        .replace(/=3D/g, '=');
      const token = /token=([\w-]+)/.exec(text)?.[1];
      if (token !== undefined && text.includes(email)) return token;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`no mail to ${email}`);
}

/** Links of every state, tags, campaigns, a deleted link, and one at every limit of length. */
async function makeLinks(request) {
  const post = async (path, data) => (await made(request.post(path, { data }))).json();
  const patch = (id, data) => made(request.patch(`/api/links/${id}`, { data }));
  const campaign = await post('/api/campaigns', {
    name: 'Spring 2026',
    utmCampaign: 'spring-2026',
    utmMedium: 'email',
  });
  await post('/api/campaigns', { name: 'Trade fair', utmCampaign: 'trade-fair' });
  const long = await post('/api/links', {
    destinationUrl: `https://www.northwind.example/${'a-very-long-path/'.repeat(115)}`,
    slug: `${'long-address-'.repeat(4)}0123456789ab`,
    title: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen '.repeat(3).trim(),
    tags: ['a tag of forty characters, or nearly so'.replace(',', ''), 'second', 'third', 'fourth', 'fifth'],
    notes: 'A note in one word: '.concat('x'.repeat(400)),
  });
  const link = await post('/api/links', {
    destinationUrl: 'https://www.northwind.example/spring?ref=home',
    slug: 'spring',
    title: 'Spring collection landing page',
    campaignId: campaign.id,
    utmSource: 'newsletter',
    tags: ['spring', 'newsletter'],
    notes: 'Ask Nora before the destination changes.',
    targeting: {
      country: { DE: 'https://www.northwind.example/de/spring' },
      os: { ios: 'https://apps.example.com/northwind' },
    },
    maximumVisits: 50_000,
  });
  await post(`/api/links/${link.id}/aliases`, { slug: 'fruehling' });
  await patch(link.id, { title: 'Spring collection', expiresAt: Date.now() + 40 * DAY });
  const others = {
    fair: { title: 'Trade fair programme', tags: ['events'], startsAt: Date.now() + 9 * DAY },
    handbook: { title: 'Staff handbook', password: 'walnut', tags: ['internal'] },
    sale: { title: 'Summer sale', expiresAt: Date.now() + 2 * DAY },
    jobs: { title: 'Open positions' },
    'fair-hall': { title: 'Plan of the hall' },
    ended: { title: 'Winter sale' },
    'old-offer': {},
  };
  const bySlug = {};
  for (const [slug, rest] of Object.entries(others)) {
    bySlug[slug] = await post('/api/links', { destinationUrl: `https://www.northwind.example/${slug}`, slug, ...rest });
  }
  await patch(bySlug.jobs.id, { isEnabled: false });
  await patch(bySlug['fair-hall'].id, { isEnabled: false, archived: true });
  await patch(bySlug.ended.id, { expiresAt: Date.now() - DAY });
  await made(request.delete(`/api/links/${bySlug['old-offer'].id}`));
  return { link: link.id, campaign: campaign.id, long: long.id };
}
