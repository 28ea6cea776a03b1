// Which browser the tests drive: CHROMIUM_PATH, else the one that npm brings, else one of the system.
import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, renameSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { findProgram } from './process.mjs';

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

// Chromium's own sandbox does not work for root nor in most containers; the tests open only our own pages.
// The machine has no graphics card either.
const ARGS = ['--no-sandbox', '--disable-gpu'];

/**
 * The browser's program and the arguments that it needs here, as Playwright's `executablePath` and `args`.
 *
 * @param {object} [options]
 * @param {boolean} [options.asPeopleHaveIt] rather a browser of the system, with its window and all around it: for
 *   measuring what a person waits for
 * @returns {Promise<{ executablePath: string, args: string[] }>}
 */
export async function findChromium({ asPeopleHaveIt = false } = {}) {
  const chosen = process.env.CHROMIUM_PATH || (asPeopleHaveIt && onPath());
  if (chosen) return { executablePath: chosen, args: ARGS };
  const reasons = [];
  const shell = await fromNpm().catch((error) => void reasons.push(String(error)));
  if (shell) return { executablePath: shell, args: [...ARGS, '--headless=shell'] };
  const found = onPath();
  if (found) return { executablePath: found, args: ARGS };
  throw new Error(`No Chromium on the PATH, and the one from npm does not run: ${reasons.join()}`);
}

/**
 * Chromium's headless shell: the same engine in the same version everywhere, for two thirds of the processor time.
 * Unpacked next to its archive, so that it is removed when npm updates the package. It needs Debian's `libnss3`.
 */
async function fromNpm() {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('it is made for Linux on x64');
  const archive = fileURLToPath(new URL('../bin/chromium.br', import.meta.resolve('@sparticuz/chromium')));
  const program = archive.slice(0, -'.br'.length);
  if (!existsSync(program)) {
    const part = `${program}.${process.pid}`;
    await pipeline(
      createReadStream(archive),
      createBrotliDecompress({ chunkSize: 2 ** 20 }),
      createWriteStream(part, { mode: 0o755 }),
    );
    renameSync(part, program);
  }
  await promisify(execFile)(program, ['--version']);
  return program;
}

function onPath() {
  return SYSTEM_NAMES.map(findProgram).find(Boolean);
}
