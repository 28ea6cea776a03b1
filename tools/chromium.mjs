// Which browser the tests drive: CHROMIUM_PATH, else one of the system, else the one that npm brings.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The browser's program and the arguments that it needs here, as Playwright's `executablePath` and `args`.
 *
 * @returns {Promise<{ executablePath: string, args: string[] }>}
 */
export async function findChromium() {
  const chosen = process.env.CHROMIUM_PATH || onPath();
  // Chromium's own sandbox does not work for root nor in most containers; the tests open only our own pages.
  // Nor has such a machine a graphics card to imitate.
  if (chosen) return { executablePath: chosen, args: ['--no-sandbox', '--disable-gpu'] };
  const { default: bundled } = await import('@sparticuz/chromium');
  // Not the package's own arguments: with --single-process the browser dies when a context closes.
  return {
    executablePath: await bundled.executablePath(),
    args: ['--no-sandbox', '--disable-gpu', '--headless=shell'],
  };
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return SYSTEM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}
