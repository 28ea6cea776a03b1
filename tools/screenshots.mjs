// `npm run screenshots`: every screen in light, dark and on a phone, from the built application with seeded data, into
// artifacts/screenshots/. `-- --only=links,overview` takes some, `-- --rtl` takes them from right to left, and
// `-- --publish` also renews the pictures of the README.
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findChromium } from './chromium.mjs';
import { ROOT, run } from './process.mjs';
import { untilCalm, walk } from './screenshots/walk.mjs';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    publish: { type: 'boolean', default: false },
    built: { type: 'boolean', default: false },
    rtl: { type: 'boolean', default: false },
  },
});

const OUT = join(ROOT, 'artifacts/screenshots');
const PUBLISHED = ['links-light', 'links-dark', 'overview-light', 'link-light'];

if (!options.built && (await run('nx', ['run-many', '-t', 'build', '--output-style=static'])) !== 0) process.exit(1);
mkdirSync(OUT, { recursive: true });
const browser = await chromium.launch(await findChromium());
try {
  const failures = await walk(browser, {
    visit: shoot,
    wanted: options.only?.split(','),
    prepare: options.rtl ? rightToLeft : undefined,
  });
  for (const failure of failures) process.stderr.write(`${failure}\n`);
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  await browser.close();
}
if (options.publish) {
  mkdirSync(join(ROOT, 'docs/images'), { recursive: true });
  for (const name of PUBLISHED) copyFileSync(join(OUT, `${name}.png`), join(ROOT, 'docs/images', `${name}.png`));
}
process.stdout.write(`Pictures are in artifacts/screenshots.\n`);

/** Light and dark on a desktop; light on a phone. */
async function shoot(page, screen, shape) {
  const viewport = page.viewportSize();
  if (screen.full) {
    // A window as high as the page, so that sticky bars are at the ends of the picture.
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width: viewport.width, height: Math.max(viewport.height, whole) });
    await untilCalm(page, screen);
  }
  const direction = options.rtl ? '-rtl' : '';
  const take = (look) => page.screenshot({ path: join(OUT, `${screen.name}${direction}-${look}.png`) });
  if (shape.name === 'phone') {
    await take('phone');
    return;
  }
  await take('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await untilCalm(page, screen);
  await take('dark');
}

/** Before the application starts, which reads the direction only once. */
function rightToLeft(page) {
  return page.addInitScript(() => {
    document.addEventListener('readystatechange', () => (document.documentElement.dir = 'rtl'), { once: true });
  });
}
