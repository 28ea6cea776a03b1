import { startMany, startTeam } from './scene.mjs';
import { DEMO_SCREENS, EMPTY_SCREENS, MANY_SCREENS, MANY_SIGNED_OUT } from './screens-many.mjs';
import { CARE_SCREENS, SETUP, SIGNED_OUT, VIEWER_SCREENS } from './screens-care.mjs';
import { WORK_SCREENS } from './screens-work.mjs';

const DESK = { width: 1280, height: 900 };
/** What the product is looked at on; each in light and in dark. */
export const SHAPES = [
  { name: 'desk', look: { viewport: DESK } },
  { name: 'phone', look: { viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true } },
];
const AT_ONCE = 2;
const PATIENCE_MS = 60_000;

/**
 * Leads through every screen, dialog and menu of the product, in every shape, each opened in light.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {object} options
 * @param {(page: import('@playwright/test').Page, screen: Screen, shape: Shape) => Promise<void>} options.visit
 *   what is done there. Afterwards the next screen is opened in the same tab
 * @param {readonly string[]} [options.wanted] names of the screens; all when left out
 * @param {(page: import('@playwright/test').Page) => Promise<unknown>} [options.prepare] done with each new tab
 * @returns {Promise<string[]>} what went wrong, one line for each screen that could not be visited
 */
export async function walk(browser, { visit, wanted, prepare }) {
  const failures = [];
  const running = [];
  const isWanted = ({ name }) => !wanted || wanted.includes(name);

  const go = async (screens, settings, ids = {}) => {
    for (const shape of SHAPES) {
      const left = screens.filter(isWanted);
      if (left.length === 0) continue;
      const context = await browser.newContext({
        ...shape.look,
        ...settings,
        colorScheme: 'light',
        locale: 'en-US',
        timezoneId: 'UTC',
        reducedMotion: 'reduce',
      });
      const worker = async () => {
        let page;
        for (let screen = left.shift(); screen; screen = left.shift()) {
          try {
            if (!page) {
              page = await context.newPage();
              await prepare?.(page);
            }
            await open(page, screen, ids);
            await visit(page, screen, shape);
            await forget(page, shape);
          } catch (error) {
            failures.push(`${screen.name} (${shape.name}): ${String(error).split('\n').slice(0, 3).join(' ')}`);
            await page?.close();
            page = undefined;
          }
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      await context.close();
    }
  };

  try {
    const team = await startTeam(browser);
    running.push(team.app);
    const baseURL = team.app.url;
    await go(SETUP, { baseURL });
    const { ids, owner, viewer } = await team.fill();
    await go(SIGNED_OUT, { baseURL }, ids);
    await go(VIEWER_SCREENS, { baseURL, storageState: viewer }, ids);
    await go([...WORK_SCREENS, ...CARE_SCREENS], { baseURL, storageState: owner }, ids);

    if ([...MANY_SIGNED_OUT, ...MANY_SCREENS, ...EMPTY_SCREENS, ...DEMO_SCREENS].some(isWanted)) {
      const many = await startMany(browser);
      running.push(many.app);
      await go(MANY_SIGNED_OUT, { baseURL: many.app.url });
      await go(MANY_SCREENS, { baseURL: many.app.url, storageState: many.owner });
      await go(EMPTY_SCREENS, { baseURL: many.empty, storageState: many.owner });
      await go(DEMO_SCREENS, { baseURL: many.demo.url, storageState: many.demo.visitor });
    }
  } finally {
    for (const app of running) await app.stop();
  }
  return failures;
}

/** Goes to a screen and does there what belongs to it. */
async function open(page, screen, ids) {
  page.setDefaultTimeout(PATIENCE_MS);
  await screen.before?.(page);
  if (screen.fail) await page.route(screen.fail, (route) => route.fulfill({ status: 500, json: {} }));
  if (screen.hang) await page.route(screen.hang, () => undefined);
  await page.goto(typeof screen.path === 'function' ? screen.path(ids) : screen.path, { waitUntil: 'load' });
  await untilCalm(page, screen);
  if (!screen.act) return;
  await screen.act(page);
  await untilCalm(page, screen);
}

/**
 * Leaves nothing of a screen to the next one in the same tab. A tab for each would have a process of its own and read the
 * application's scripts anew, for twice the work.
 */
async function forget(page, shape) {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate(() => window.sessionStorage.clear());
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(shape.look.viewport);
  await page.mouse.move(-1, -1);
}

/**
 * Waits until a screen is what it will stay: its heading is there, nothing is loading, pictures and charts are drawn,
 * nothing moves.
 *
 * @param {import('@playwright/test').Page} page
 * @param {Screen} screen
 */
export async function untilCalm(page, screen) {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction((loads) => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const inSight = (element) => {
      const { top, bottom, width } = element.getBoundingClientRect();
      return width > 0 && bottom > 0 && top < window.innerHeight;
    };
    return (
      document.fonts.status === 'loaded' &&
      (loads || all('sp-skeleton, [aria-busy=true]').length === 0) &&
      all('img').every(({ complete }) => complete) &&
      all('sp-time-chart .canvas').every((canvas) => !inSight(canvas) || canvas.childElementCount > 0) &&
      document
        .getAnimations()
        .every(({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity)
    );
  }, screen.hang !== undefined);
  // What a change has set off is drawn with the next frame.
  await page.evaluate(
    () => new Promise((done) => window.requestAnimationFrame(() => window.requestAnimationFrame(done))),
  );
}

/**
 * @typedef {object} Screen
 * @property {string} name
 * @property {string | ((ids: Record<string, string>) => string)} path where it is
 * @property {(page: import('@playwright/test').Page) => Promise<unknown>} [before] done before it is opened
 * @property {(page: import('@playwright/test').Page) => Promise<unknown>} [act] done on it
 * @property {boolean} [full] its picture shows the whole page, however long
 * @property {string} [fail] requests that fail
 * @property {string} [hang] requests that are never answered
 *
 * @typedef {{ name: string, look: object }} Shape
 */
