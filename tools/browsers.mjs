// `npm run test:browsers`: a dozen journeys in Firefox and WebKit, where they are installed. Chromium has the browser ring of
// `npm test`, of which this is no part. `-- --only=firefox` takes one of them.
import { parseArgs } from 'node:util';
import { begin, JOURNEYS, OWNER, PASSWORD } from './browsers/journeys.mjs';
import { BROWSERS, Page } from './browsers/webdriver.mjs';
import { run } from './process.mjs';
import { startApp } from './screenshots/scene.mjs';

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, built: { type: 'boolean', default: false } },
});
const print = (line) => process.stdout.write(`${line}\n`);

if (!options.built && (await run('nx', ['run-many', '-t', 'build', '--output-style=static'])) !== 0) process.exit(1);
let failed = 0;
let missing = 0;
for (const { name, packages, find, start } of BROWSERS.filter((one) => !options.only || one.name === options.only)) {
  const found = find();
  if (found === undefined) {
    missing += 1;
    print(`${name}: not tried, it is not installed (Debian: ${packages})`);
    continue;
  }
  failed += await tryIn(name, () => start(found));
}
const word = failed === 0 ? 'all well' : `${String(failed)} failed`;
print(`Browsers: ${word}${missing > 0 ? `; ${String(missing)} not installed` : ''}.`);
process.exitCode = failed === 0 ? 0 : 1;

/** Every journey in one browser against an instance of its own. @returns {Promise<number>} how many failed */
async function tryIn(name, start) {
  const app = await startApp((port) => ({
    PUBLIC_URL: `http://localhost:${String(port)}`,
    JOBS_SECRET: 'a-secret-for-the-jobs-route',
  }));
  let failures = 0;
  let driver;
  try {
    driver = await start();
    const account = { email: OWNER, password: PASSWORD, workspaceName: 'Northwind' };
    const headers = { 'content-type': 'application/json', origin: app.url };
    const answer = await fetch(`${app.url}/api/auth/register`, {
      method: 'POST',
      headers,
      body: JSON.stringify(account),
    });
    if (!answer.ok) throw new Error(await answer.text());
    const page = new Page(driver, app.url);
    await driver.send('SetWindowRect', { width: 1280, height: 860 });
    await report(name, 'signing in', () => begin(page));
    for (const [title, journey] of Object.entries(JOURNEYS)) {
      await report(name, title, async () => {
        await page.go('/');
        await page.find('h1', 'Overview');
        await journey(page);
      });
    }
  } finally {
    await driver?.stop();
    await app.stop();
  }
  return failures;

  async function report(browser, title, journey) {
    try {
      await journey();
      print(`${browser}: ✓ ${title}`);
    } catch (error) {
      failures += 1;
      print(`${browser}: ✗ ${title}\n    ${error.message}`);
    }
  }
}
