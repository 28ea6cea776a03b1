// Firefox and WebKit, driven by WebDriver with nothing between: Firefox speaks its commands itself (Marionette, the other
// side of geckodriver, which Debian does not have), WebKit through WebKitWebDriver.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, stopProcess } from '../app-process.mjs';
import { findProgram } from '../process.mjs';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
/** How long a busy machine may need to start a browser, in milliseconds. */
const START_MS = 60_000;

/**
 * @typedef {{ name: string, send: (command: string, parameters?: object) => Promise<unknown>, stop: () => Promise<void> }} Driver
 *   `send` takes commands by their names in WebDriver ("Navigate", "ExecuteScript") and answers their value.
 */

/** Supported browsers; each reports what is missing on this machine, or starts. */
export const BROWSERS = [
  {
    name: 'firefox',
    packages: 'firefox-esr',
    find: () => findProgram('firefox-esr') ?? findProgram('firefox'),
    start: startFirefox,
  },
  { name: 'webkit', packages: 'webkit2gtk-driver, xvfb', find: findWebKit, start: startWebKit },
];

/** @returns {Promise<Driver>} */
async function startFirefox(binary) {
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), 'signpost-firefox-'));
  const settings = {
    'marionette.port': port,
    'intl.accept_languages': 'en-US',
    'browser.shell.checkDefaultBrowser': false,
  };
  const lines = Object.entries(settings).map(
    ([key, value]) => `user_pref(${JSON.stringify(key)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--marionette', '--no-remote', '--profile', profile, 'about:blank'];
  const child = spawn(binary, args, { env: { ...process.env, HOME: profile }, stdio: 'ignore' });
  const stop = async () => {
    await stopProcess(child);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const socket = await within(START_MS, () => opened(port));
    const call = marionette(socket);
    await call('WebDriver:NewSession', { capabilities: { alwaysMatch: { acceptInsecureCerts: false } } });
    const send = async (command, parameters = {}) => {
      const answer = await call(`WebDriver:${command}`, parameters);
      return answer !== null && typeof answer === 'object' && 'value' in answer ? answer.value : answer;
    };
    return { name: 'firefox', send, stop: () => (socket.destroy(), stop()) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @returns {Promise<import('node:net').Socket>} */
function opened(port) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Marionette's frames: `length:[0, id, command, parameters]` out, `length:[1, id, error, result]` back. */
function marionette(socket) {
  const waiting = new Map();
  let received = Buffer.alloc(0);
  let id = 0;
  const fail = (error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the browser is gone')));
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    for (let colon = received.indexOf(58); colon > 0; colon = received.indexOf(58)) {
      const end = colon + 1 + Number(received.subarray(0, colon));
      if (received.length < end) return;
      const message = JSON.parse(received.subarray(colon + 1, end).toString());
      received = received.subarray(end);
      // The first frame is a greeting, not a response.
      if (!Array.isArray(message)) continue;
      const [, of, error, result] = message;
      const asker = waiting.get(of);
      waiting.delete(of);
      if (error) asker?.reject(new Error(`${error.error}: ${error.message}`));
      else asker?.resolve(result);
    }
  });
  return (command, parameters) =>
    new Promise((resolve, reject) => {
      id += 1;
      waiting.set(id, { resolve, reject });
      const text = JSON.stringify([0, id, command, parameters]);
      socket.write(`${Buffer.byteLength(text)}:${text}`);
    });
}

/** WebKit needs its driver, the browser that it starts, and a screen, which Xvfb is. */
function findWebKit() {
  const driver = findProgram('WebKitWebDriver');
  const screen = findProgram('Xvfb');
  const folder = '/usr/lib';
  const browser = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /-linux-gnu/.test(entry.name))
    .flatMap(({ name }) =>
      ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0'].map((kind) => join(folder, name, kind, 'MiniBrowser')),
    )
    .find((path) => existsSync(path));
  return driver && screen && browser ? { driver, screen, browser } : undefined;
}

/** The WebDriver commands that the journeys use, as HTTP routes. */
const ROUTES = {
  Navigate: ['POST', 'url'],
  GetCurrentURL: ['GET', 'url'],
  Back: ['POST', 'back'],
  SetWindowRect: ['POST', 'window/rect'],
  ExecuteScript: ['POST', 'execute/sync'],
  ElementClick: ['POST', ({ id }) => `element/${id}/click`],
  ElementSendKeys: ['POST', ({ id }) => `element/${id}/value`],
  PerformActions: ['POST', 'actions'],
  DeleteAllCookies: ['DELETE', 'cookie'],
  TakeScreenshot: ['GET', 'screenshot'],
};

/** @returns {Promise<Driver>} */
async function startWebKit({ driver, screen, browser }) {
  const home = mkdtempSync(join(tmpdir(), 'signpost-webkit-'));
  const display = `:${String(200 + (process.pid % 700))}`;
  const xvfb = spawn(screen, [display, '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], { stdio: 'ignore' });
  const port = await freePort();
  const env = {
    ...process.env,
    DISPLAY: display,
    HOME: home,
    LANG: 'en_US.UTF-8',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  };
  const child = spawn(driver, [`--port=${String(port)}`], { env, stdio: 'ignore' });
  let session = '';
  const call = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${String(port)}/${path}`, {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${value?.error}: ${value?.message}`);
    return value;
  };
  const stop = async () => {
    if (session) await call('DELETE', `session/${session}`).catch(() => undefined);
    await stopProcess(child);
    await stopProcess(xvfb);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const options = { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } };
    const made = await within(START_MS, () => call('POST', 'session', { capabilities: { alwaysMatch: options } }));
    session = made.sessionId;
    const send = (command, parameters = {}) => {
      const [method, path] = ROUTES[command];
      return call(method, `session/${session}/${typeof path === 'string' ? path : path(parameters)}`, parameters);
    };
    return { name: 'webkit', send, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Retries until it succeeds; throws the last error when the time is over. */
async function within(limitMs, attempt) {
  const until = Date.now() + limitMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(100);
    }
  }
}

/**
 * A page as used by the journeys: elements are found by their visible names, and every action waits for its element.
 */
export class Page {
  constructor(driver, origin) {
    this.driver = driver;
    this.origin = origin;
  }

  async go(path) {
    await this.driver.send('Navigate', { url: this.origin + path });
  }

  back() {
    return this.driver.send('Back');
  }

  /** Runs the text of a function body in the page; `arguments` are the values after it. */
  run(script, ...args) {
    return this.driver.send('ExecuteScript', { script, args });
  }

  async path() {
    const url = new URL(await this.driver.send('GetCurrentURL'));
    return url.pathname + url.search;
  }

  /** Waits until the script returns a truthy value, and returns that. */
  async until(what, script, ...args) {
    const until = Date.now() + 30_000;
    for (;;) {
      // A page that is being replaced returns an error.
      const found = await this.run(script, ...args).catch(() => null);
      if (found) return found;
      if (Date.now() > until) throw new Error(`there is no ${what} at ${await this.path()}`);
      await pause(50);
    }
  }

  /** The last visible element that matches the selector and has this name (label, `aria-label` or text). */
  async find(selector, name) {
    const found = await this.until(`${selector} “${name}”`, FIND, selector, name);
    return found[ELEMENT];
  }

  async click(selector, name) {
    await this.driver.send('ElementClick', { id: await this.find(selector, name) });
  }

  /** Types at the end of the field with this name. */
  async type(name, text) {
    await this.driver.send('ElementSendKeys', { id: await this.find('input, textarea, [role=combobox]', name), text });
  }

  /** Presses keys on the focused element. */
  async press(...keys) {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.driver.send('PerformActions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  /** The window as it is seen. @returns {Promise<Buffer>} a PNG */
  async picture() {
    return Buffer.from(await this.driver.send('TakeScreenshot', { full: false }), 'base64');
  }

  /** Waits until the page has navigated to another site, whether or not that can be reached from here. */
  async untilGone() {
    await within(30_000, async () => {
      const url = await this.driver.send('GetCurrentURL');
      if (url.startsWith(this.origin)) throw new Error(`still at ${url}`);
    });
  }

  sees(text) {
    return this.until(`text “${text}”`, 'return document.body.innerText.includes(arguments[0])', text);
  }

  lacks(text) {
    return this.until(`page without “${text}”`, 'return !document.body.innerText.includes(arguments[0])', text);
  }
}

/** Keys that have no character. */
export const KEY = { enter: '\uE007', escape: '\uE00C', down: '\uE015', tab: '\uE004' };

const FIND = `
  const [selector, name] = arguments;
  const nameOf = (element) => {
    const label = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent;
    return label.replace(/\\s+/g, ' ').trim();
  };
  // In some browsers, content of a closed details element has a size.
  const isSeen = (element) => element.getClientRects().length > 0 && element.checkVisibility() && !element.disabled;
  const found = [...document.querySelectorAll(selector)].filter(isSeen);
  return found.findLast((element) => nameOf(element) === name) ?? found.findLast((element) => nameOf(element).startsWith(name)) ?? null;`;
