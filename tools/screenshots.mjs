// `npm run screenshots`: every screen in light, dark and on a phone, from the built application with seeded data, into
// artifacts/screenshots/. `-- --only=links,overview` takes some; `-- --publish` also renews the pictures of the README.
import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findChromium } from './chromium.mjs';
import { ROOT, run } from './process.mjs';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    publish: { type: 'boolean', default: false },
    built: { type: 'boolean', default: false },
  },
});

const OUT = join(ROOT, 'artifacts/screenshots');
const OWNER = {
  email: 'nora@northwind.example',
  password: 'correct horse battery staple 7',
  workspaceName: 'Northwind',
};
const SHAPES = [
  { name: 'light', look: { viewport: { width: 1280, height: 900 }, colorScheme: 'light' } },
  { name: 'dark', look: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' } },
  {
    name: 'phone',
    look: { viewport: { width: 360, height: 760 }, colorScheme: 'light', hasTouch: true, isMobile: true },
  },
];
const PUBLISHED = ['links-light', 'links-dark', 'overview-light', 'link-light'];

/** Screens by name: where, and what to do there before the picture. `signedOut` ones have no session. */
const SCREENS = [
  { name: 'login', path: '/login', signedOut: true },
  { name: 'overview', path: '/?period=30d&compare=previous' },
  { name: 'overview-range', path: '/', act: (page) => page.getByRole('button', { name: 'Last 7 days' }).click() },
  { name: 'links', path: '/links' },
  {
    name: 'links-filter',
    path: '/links?status=active',
    act: (page) => page.getByRole('button', { name: 'Filter' }).click(),
  },
  { name: 'links-chosen', path: '/links', act: (page) => page.getByRole('checkbox').nth(2).check() },
  { name: 'links-none', path: '/links?q=nothing+like+this' },
  { name: 'create', path: '/links', act: openCreate },
  { name: 'link', path: (ids) => `/links/${ids.busy}?period=30d&compare=previous` },
  { name: 'link-try', path: (ids) => `/links/${ids.link}/try` },
  { name: 'link-addresses', path: (ids) => `/links/${ids.link}/addresses` },
  { name: 'link-details', path: (ids) => `/links/${ids.link}/details` },
  { name: 'link-history', path: (ids) => `/links/${ids.link}/history` },
  {
    name: 'qr',
    path: (ids) => `/links/${ids.link}`,
    act: (page) => page.getByRole('button', { name: 'QR code' }).click(),
  },
  { name: 'trash', path: '/links/trash' },
  { name: 'campaigns', path: '/campaigns' },
  { name: 'campaign', path: (ids) => `/campaigns/${ids.busyCampaign}?period=30d` },
  { name: 'batch', path: (ids) => `/campaigns/${ids.campaign}`, act: openBatch },
  { name: 'tags', path: '/tags' },
  { name: 'import', path: '/links/import' },
  { name: 'palette', path: '/', act: openPalette },
  { name: 'not-found', path: '/links/00000000-0000-7000-8000-000000000000' },
];

async function openCreate(page) {
  await page.getByRole('button', { name: 'Create link' }).first().click();
  await page.getByLabel('Destination', { exact: true }).fill('https://www.northwind.example/autumn');
  await page.getByText('UTM values').click();
  await page.getByRole('button', { name: 'Newsletter' }).click();
}

async function openBatch(page) {
  await page.getByRole('button', { name: 'Create several' }).click();
  await page.getByLabel('Destination of all of them').fill('https://www.northwind.example/spring');
}

async function openPalette(page) {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('spring');
}

/** The scene: links of every state, tags, campaigns, a deleted link; then traffic by the seed program. */
async function prepare(api) {
  const post = async (path, data) => (await api.post(path, { data })).json();
  const day = 86_400_000;
  const campaign = await post('/api/campaigns', {
    name: 'Spring 2026',
    utmCampaign: 'spring-2026',
    utmMedium: 'email',
  });
  await post('/api/campaigns', { name: 'Trade fair', utmCampaign: 'trade-fair' });
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
  await api.patch(`/api/links/${link.id}`, { data: { title: 'Spring collection', expiresAt: Date.now() + 40 * day } });
  await post('/api/links', {
    destinationUrl: 'https://www.northwind.example/fair',
    slug: 'fair',
    title: 'Trade fair programme',
    tags: ['events'],
    startsAt: Date.now() + 9 * day,
  });
  await post('/api/links', {
    destinationUrl: 'https://docs.northwind.example/handbook',
    slug: 'handbook',
    title: 'Staff handbook',
    password: 'walnut',
    tags: ['internal'],
  });
  await post('/api/links', {
    destinationUrl: 'https://www.northwind.example/sale',
    slug: 'sale',
    title: 'Summer sale',
    expiresAt: Date.now() + 2 * day,
  });
  const paused = await post('/api/links', {
    destinationUrl: 'https://www.northwind.example/jobs',
    slug: 'jobs',
    title: 'Open positions',
  });
  await api.patch(`/api/links/${paused.id}`, { data: { isEnabled: false } });
  const gone = await post('/api/links', { destinationUrl: 'https://www.northwind.example/old', slug: 'old-offer' });
  await api.delete(`/api/links/${gone.id}`);
  return { link: link.id, campaign: campaign.id };
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function healthy(url) {
  for (let attempt = 0; attempt < 600; attempt++) {
    const answer = await fetch(`${url}/api/health`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the application did not start');
}

if (!options.built && (await run('nx', ['run-many', '-t', 'build', '--output-style=static'])) !== 0) process.exit(1);
const port = await freePort();
const url = `http://localhost:${port}`;
const data = mkdtempSync(join(tmpdir(), 'signpost-pictures-'));
// Run by root, the database runs as another user, who must be able to walk in.
chmodSync(data, 0o755);
const env = {
  ...process.env,
  PORT: String(port),
  PUBLIC_URL: url,
  SHORT_URL: 'https://go.northwind.example',
  DATA_DIR: data,
  LOG_LEVEL: 'error',
};
const app = spawn(process.execPath, [join(ROOT, 'dist/apps/api/main.js')], {
  env,
  stdio: ['ignore', 'ignore', 'inherit'],
});
const browser = await chromium.launch(await findChromium());
let failures = 0;
try {
  await healthy(url);
  const owner = await browser.newContext({ baseURL: url });
  await owner.request.post('/api/auth/register', { data: OWNER });
  const ids = await prepare(owner.request);
  await run(process.execPath, [join(ROOT, 'dist/apps/api/seed.js'), '--events=40000', '--links=60', '--days=60'], env);
  // The busiest of the seeded ones have something to show.
  const first = async (path) => (await (await owner.request.get(path)).json()).items;
  ids.busy = (await first('/api/links?sort=-clicks&perPage=1'))[0].id;
  ids.busyCampaign = (await first('/api/campaigns')).sort((a, b) => b.clickCount - a.clickCount)[0].id;
  const storageState = await owner.storageState();
  mkdirSync(OUT, { recursive: true });
  const wanted = options.only?.split(',');
  for (const shape of SHAPES) {
    for (const screen of SCREENS.filter(({ name }) => !wanted || wanted.includes(name))) {
      const context = await browser.newContext({
        ...shape.look,
        baseURL: url,
        locale: 'en-US',
        ...(screen.signedOut ? {} : { storageState }),
      });
      const page = await context.newPage();
      try {
        await page.goto(typeof screen.path === 'function' ? screen.path(ids) : screen.path, {
          waitUntil: 'networkidle',
        });
        await screen.act?.(page);
        await page.waitForTimeout(700);
        await page.screenshot({ path: join(OUT, `${screen.name}-${shape.name}.png`) });
      } catch (error) {
        failures += 1;
        process.stderr.write(`${screen.name}-${shape.name}: ${String(error).split('\n')[0]}\n`);
      }
      await context.close();
    }
  }
  if (options.publish) {
    mkdirSync(join(ROOT, 'docs/images'), { recursive: true });
    for (const name of PUBLISHED) copyFileSync(join(OUT, `${name}.png`), join(ROOT, 'docs/images', `${name}.png`));
  }
  process.stdout.write(`Pictures are in artifacts/screenshots.\n`);
} finally {
  await browser.close();
  app.kill('SIGTERM');
  await new Promise((resolve) => (app.exitCode === null ? app.once('exit', resolve) : resolve()));
  rmSync(data, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;
