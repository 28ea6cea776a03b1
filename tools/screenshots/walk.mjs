import { setTimeout } from 'node:timers/promises';
import { startMany, startTeam } from './scene.mjs';
import { DEMO_SCREENS, EMPTY_SCREENS, MANY_SCREENS, MANY_SIGNED_OUT } from './screens-many.mjs';
import { CARE_SCREENS, SETUP, SIGNED_OUT, VIEWER_SCREENS } from './screens-care.mjs';
import { WORK_SCREENS } from './screens-work.mjs';

const DESK = { width: 1280, height: 900 };
/** The screen sizes that every screen is visited on; each in light and in dark. */
export const SHAPES = [
  { name: 'desk', look: { viewport: DESK } },
  { name: 'phone', look: { viewport: { width: 360, height: 760 }, hasTouch: true, isMobile: true } },
];
const AT_ONCE = 3;
/** Overlays above a page. */
export const FLOATING = '[role=dialog], sp-menu, .sp-options';
const PATIENCE_MS = 60_000;

/**
 * Leads through every screen, dialog and menu of the product, in every shape, each opened in light.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {object} options
 * @param {(page: import('@playwright/test').Page, screen: Screen, shape: Shape, isLast: boolean) => Promise<void>} options.visit
 *   what is done there, and whether it is the last shape before the next screen is opened in the same tab
 * @param {boolean} [options.turning] a screen is opened once and then takes the other shapes, as when a window becomes
 *   narrower. Its visitor leaves all but the colours as it was, but in the last shape
 * @param {readonly string[]} [options.wanted] names of the screens; all when left out
 * @param {(page: import('@playwright/test').Page) => Promise<unknown>} [options.prepare] done with each new tab
 * @returns {Promise<string[]>} what went wrong, one line for each screen that could not be visited
 */
export async function walk(browser, { visit, turning = false, wanted, prepare }) {
  const failures = [];
  const running = [];
  const isWanted = ({ name }) => !wanted || wanted.includes(name);

  const go = async (screens, settings, ids = {}) => {
    for (const shape of turning ? SHAPES.slice(0, 1) : SHAPES) {
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
          let at = shape;
          try {
            if (!page) {
              page = await context.newPage();
              countRequests(page);
              await prepare?.(page);
            }
            await open(page, screen, ids);
            await visit(page, screen, shape, !turning);
            for (at of turning ? SHAPES.slice(1) : []) {
              const floating = await page.locator(FLOATING).count();
              await takeShape(page, at);
              await untilCalm(page, screen);
              // Menus close when the window is resized, and some buttons differ on a phone.
              if ((await page.locator(FLOATING).count()) !== floating) await open(page, screen, ids);
              await visit(page, screen, at, at === SHAPES.at(-1));
            }
            await forget(page, shape);
          } catch (error) {
            failures.push(`${screen.name} (${at.name}): ${String(error).split('\n').slice(0, 3).join(' ')}`);
            await page?.close();
            page = undefined;
          }
        }
      };
      // A second tab must load all scripts first.
      await Promise.all(Array.from({ length: left.length > 4 ? AT_ONCE : 1 }, worker));
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

/** Opens a screen and performs its steps. */
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
 * Resets the tab so that no state of a screen affects the next one. A new tab for each would have its own process and
 * load the application's scripts again, which doubles the work.
 */
async function forget(page, shape) {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate(() => window.sessionStorage.clear());
  await page.emulateMedia({ colorScheme: 'light' });
  if (page[DEVICE]) await takeShape(page, shape);
  else await page.setViewportSize(shape.look.viewport);
  await page.mouse.move(-1, -1);
}

const DEVICE = Symbol('the session that says which device a tab is on');

/** Gives a tab the state of one opened with this shape; Playwright itself sets that once for a context. */
async function takeShape(page, { look: { viewport, isMobile = false, hasTouch = false } }) {
  // The session is kept: its settings end with it.
  const device = (page[DEVICE] ??= await page.context().newCDPSession(page));
  await device.send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: 1, mobile: isMobile });
  await device.send('Emulation.setTouchEmulationEnabled', { enabled: hasTouch });
}

const UNANSWERED = Symbol('requests that a tab waits for');

function countRequests(page) {
  const unanswered = (page[UNANSWERED] = new Set());
  page.on('request', (request) => unanswered.add(request));
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => unanswered.delete(request));
}

/**
 * Waits until a screen is what it will stay: its heading is there, nothing is loading, not even the scripts of what was
 * just opened, pictures and charts are drawn, nothing moves.
 *
 * @param {import('@playwright/test').Page} page
 * @param {Screen} screen
 */
export async function untilCalm(page, screen) {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    await untilStill(page, screen);
    const unanswered = screen.hang ? [] : [...page[UNANSWERED]];
    if (unanswered.length === 0) return;
    if (Date.now() > deadline) throw new Error(`no answer to ${unanswered.map((one) => one.url()).join(', ')}`);
    await setTimeout(20);
  }
}

async function untilStill(page, screen) {
  await page.waitForFunction((loads) => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const inSight = (element) => {
      const { top, bottom, width } = element.getBoundingClientRect();
      return width > 0 && bottom > 0 && top < window.innerHeight;
    };
    return (
      all('h1').length > 0 &&
      document.fonts.status === 'loaded' &&
      (loads || all('sp-skeleton, [aria-busy=true]').length === 0) &&
      all('img').every(({ complete }) => complete) &&
      all('sp-time-chart .canvas').every((canvas) => !inSight(canvas) || canvas.childElementCount > 0) &&
      document
        .getAnimations()
        .every(({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity)
    );
  }, screen.hang !== undefined);
  // The result of a change is drawn in the next frame.
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
