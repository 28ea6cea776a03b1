import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Node flags of the server. By default V8 has four helper threads for garbage collection, however few cores there are:
 * one after another they take a core from the redirects for four time slices. One is enough, because a larger machine
 * runs several processes. The young generation of every thread is bounded, because a collection copies all that lives in
 * it: with V8's own bound, redirects beside previews of imports waited for pauses of 30 ms. The bound takes 8 % more
 * processor time per redirect under full load, and none of a single one (`bench -- hostile`, `compare`). On a machine with much
 * memory V8 lets the heap grow to four times what lives in it before it collects all of it: at one and a quarter, hostile load
 * adds 160 MB instead of 230, full load takes 420 instead of 750, and redirects cost the same (`hostile`, `redirect`).
 */
export const SERVER_FLAGS = [
  '--enable-source-maps',
  '--v8-pool-size=1',
  '--max-semi-space-size=8',
  '--heap-growing-percent=25',
];

/**
 * Environment variables of the server. glibc gives threads separate memory arenas, in which memory freed after pictures
 * and previews stays allocated: a limit of two arenas saves a third of it. It also raises its threshold for returning memory
 * to the system with each large block that is freed, unless the threshold is set, even to its usual value (mallopt(3)): a
 * container of 512 MB with the embedded database did not survive hostile load without that (`bench -- hostile`).
 */
export const SERVER_VARIABLES = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/** The build runs without a daemon and without prompts. */
export const ENVIRONMENT = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', NX_INTERACTIVE: 'false' };

/** @returns {string | undefined} the path of a program that can be called by its name */
export function findProgram(name) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/**
 * Runs a program of the toolchain in the repository's folder with its output on ours, and resolves with its exit code
 * (1 when a signal ended it or it could not be started). SIGINT and SIGTERM are passed on.
 *
 * @param {string} program a name on the PATH, such as `vitest`, or a path
 * @param {string[]} args
 * @param {Record<string, string>} [extra] further environment variables
 * @param {object} [options]
 * @param {number} [options.limitMs] after which the program is ended, first by SIGTERM, ten seconds later by SIGKILL
 * @param {(chunk: Buffer) => void} [options.onError] called with what the program writes to standard error, besides
 *   showing it
 * @returns {Promise<number>}
 */
export function run(program, args, extra = {}, { limitMs = Infinity, onError } = {}) {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: ['inherit', 'inherit', onError === undefined ? 'inherit' : 'pipe'],
      env: { ...ENVIRONMENT, ...extra },
      shell: process.platform === 'win32',
    });
    child.stderr?.on('data', (chunk) => {
      process.stderr.write(chunk);
      onError(chunk);
    });
    const forward = (signal) => child.kill(signal);
    process.on('SIGINT', forward);
    process.on('SIGTERM', forward);
    const timers = [];
    if (Number.isFinite(limitMs)) {
      timers.push(
        setTimeout(() => {
          process.stderr.write(`${program}: ended, it took more than ${limitMs / 60_000} minutes\n`);
          child.kill('SIGTERM');
          timers.push(setTimeout(() => child.kill('SIGKILL'), 10_000));
        }, limitMs),
      );
    }
    const finish = (code) => {
      timers.forEach(clearTimeout);
      process.off('SIGINT', forward);
      process.off('SIGTERM', forward);
      done(code);
    };
    child.on('error', (error) => {
      process.stderr.write(`${program}: ${error.message}\n`);
      finish(1);
    });
    // What it wrote last may still be on its way; 'close' would wait for its children, too.
    child.on('exit', (code) => setTimeout(finish, onError === undefined ? 0 : 500, code ?? 1));
  });
}

/** Like `run`, but shows the program's output only when it fails. */
export function runQuietly(program, args) {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: ENVIRONMENT,
      shell: process.platform === 'win32',
    });
    const output = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    child.on('error', (error) => output.push(Buffer.from(`${program}: ${error.message}\n`)));
    child.on('close', (code) => {
      if (code !== 0) process.stderr.write(Buffer.concat(output));
      done(code ?? 1);
    });
  });
}
