// `npm run screenshots`: every screen in light, dark and on a phone, from the built application with seeded data, into
// artifacts/screenshots/. `-- --only=links,overview` takes some; `-- --publish` also renews the pictures of the README.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findChromium } from './chromium.mjs';
import { ROOT, run } from './process.mjs';
import { startMany, startTeam } from './screenshots/scene.mjs';
import {
  EMPTY_SCREENS,
  MANY_SCREENS,
  MANY_SIGNED_OUT,
  OWNER_SCREENS,
  SETUP,
  SIGNED_OUT,
  VIEWER_SCREENS,
} from './screenshots/screens.mjs';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    publish: { type: 'boolean', default: false },
    built: { type: 'boolean', default: false },
  },
});

const OUT = join(ROOT, 'artifacts/screenshots');
const PUBLISHED = ['links-light', 'links-dark', 'overview-light', 'link-light'];
const AT_ONCE = 2;
/** Room for what moves to come to rest, and for the chart to be drawn. */
const CALM_MS = 500;
const DESK = { width: 1280, height: 900 };
const SHAPES = [
  { name: 'light', look: { viewport: DESK, colorScheme: 'light' } },
  { name: 'dark', look: { viewport: DESK, colorScheme: 'dark' } },
  {
    name: 'phone',
    look: { viewport: { width: 360, height: 760 }, colorScheme: 'light', hasTouch: true, isMobile: true },
  },
];
const wanted = options.only?.split(',');

if (!options.built && (await run('nx', ['run-many', '-t', 'build', '--output-style=static'])) !== 0) process.exit(1);
mkdirSync(OUT, { recursive: true });
const browser = await chromium.launch(await findChromium());
const running = [];
let failures = 0;
try {
  const team = await startTeam(browser);
  running.push(team.app);
  const { url } = team.app;
  await shootAll(SETUP, { baseURL: url });
  const { ids, owner, viewer } = await team.fill();
  await shootAll(SIGNED_OUT, { baseURL: url }, ids);
  await shootAll(VIEWER_SCREENS, { baseURL: url, storageState: viewer }, ids);
  await shootAll(OWNER_SCREENS, { baseURL: url, storageState: owner }, ids);

  if (isWanted([...MANY_SIGNED_OUT, ...MANY_SCREENS, ...EMPTY_SCREENS])) {
    const many = await startMany(browser);
    running.push(many.app);
    await shootAll(MANY_SIGNED_OUT, { baseURL: many.app.url });
    await shootAll(MANY_SCREENS, { baseURL: many.app.url, storageState: many.owner });
    await shootAll(EMPTY_SCREENS, { baseURL: many.empty, storageState: many.owner });
  }
  if (options.publish) {
    mkdirSync(join(ROOT, 'docs/images'), { recursive: true });
    for (const name of PUBLISHED) copyFileSync(join(OUT, `${name}.png`), join(ROOT, 'docs/images', `${name}.png`));
  }
  process.stdout.write(`Pictures are in artifacts/screenshots.\n`);
} finally {
  await browser.close();
  for (const app of running) await app.stop();
}
process.exitCode = failures === 0 ? 0 : 1;

function isWanted(screens) {
  return screens.some(({ name }) => !wanted || wanted.includes(name));
}

/** Every wanted screen in every shape, a few at a time. */
async function shootAll(screens, context, ids = {}) {
  const pictures = SHAPES.flatMap((shape) =>
    screens.filter((screen) => isWanted([screen])).map((screen) => ({ screen, shape })),
  );
  const worker = async () => {
    for (let picture = pictures.shift(); picture; picture = pictures.shift()) {
      await shoot(picture.screen, picture.shape, context, ids);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function shoot(screen, shape, settings, ids) {
  const context = await browser.newContext({
    ...shape.look,
    ...settings,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  try {
    if (screen.fail) await page.route(screen.fail, (route) => route.fulfill({ status: 500, json: {} }));
    if (screen.hang) await page.route(screen.hang, () => undefined);
    const path = typeof screen.path === 'function' ? screen.path(ids) : screen.path;
    await page.goto(path, { waitUntil: screen.hang ? 'load' : 'networkidle' });
    await page.locator('h1').first().waitFor({ state: 'attached' });
    await screen.act?.(page);
    await untilDrawn(page);
    if (screen.full) await growToContent(page, shape.look.viewport);
    await page.screenshot({ path: join(OUT, `${screen.name}-${shape.name}.png`) });
  } catch (error) {
    failures += 1;
    process.stderr.write(`${screen.name}-${shape.name}: ${String(error).split('\n').slice(0, 3).join(' ')}\n`);
  }
  await context.close();
}

/** Pictures in the page come after it. */
async function untilDrawn(page) {
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  await page.waitForTimeout(CALM_MS);
}

/** A window as high as the page: bars that stick to its edges stand at the ends of the picture. */
async function growToContent(page, { width, height }) {
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, whole) });
  await page.waitForTimeout(CALM_MS);
}
