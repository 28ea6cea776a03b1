// The first thing that every npm script runs. It needs nothing but Node 20.19 and npm: it installs what package-lock.json
// names when that has changed, and hands over to tools/run.mjs under the Node 24 that npm installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const binFolder = join(root, 'node_modules', '.bin');
const stampFile = join(root, 'node_modules', '.signpost-install');
const NODE_MAJOR = 24;

/** Runs a program in the foreground, forwards signals to it, and resolves with its exit code. */
function run(program, args, { env = process.env, stdout = 'inherit' } = {}) {
  return new Promise((done, fail) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['inherit', stdout, 'inherit'],
      env,
      shell: program.endsWith('.cmd'),
    });
    const forward = (signal) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    // npm alone may be killed with a signal that it does not forward: its child must not continue without it.
    const orphaned = process.env.npm_execpath === undefined ? undefined : endWithParent(child);
    child.on('error', fail);
    child.on('exit', (code, signal) => {
      clearInterval(orphaned);
      for (const name of signals) process.off(name, forward);
      done(code ?? (signal === 'SIGINT' ? 130 : 143));
    });
  });
}

/** Ends the child when the parent of this process no longer exists. */
function endWithParent(child) {
  const parents = parentsOf(process.ppid);
  const watch = setInterval(() => {
    if (process.ppid === parents[0] && parents.every(isAlive)) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 1000);
  watch.unref();
  return watch;
}

/** The parent process and, where that is npm's shell for scripts, npm itself above it. */
function parentsOf(parent) {
  try {
    const [, name, above] = /^\d+ \((.*)\) \S (\d+) /.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? [];
    return /^(?:sh|dash|bash)$/.test(name) && Number(above) > 1 ? [parent, Number(above)] : [parent];
  } catch {
    return [parent];
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
const stamp = createHash('sha256').update(`${process.platform}-${process.arch}\n${lockText}`).digest('hex');

function isInstalled() {
  if (existsSync(stampFile)) return readFileSync(stampFile, 'utf8') === stamp;
  return wasInstalledByHand();
}

/** npm records the state of node_modules in a lock file: `npm ci` may have been run directly. */
function wasInstalledByHand() {
  const hidden = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const wanted = JSON.parse(lockText).packages;
  const found = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' || found[path]?.version === entry.version || (found[path] === undefined && entry.optional === true),
  );
}

/**
 * npm silently skips optional packages whose `engines` exclude the Node that it runs on, and native parts are such
 * packages.
 */
function requireInstallingNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= NODE_MAJOR) return;
  throw new Error(
    `npm cannot install Signpost on Node ${process.versions.node}: it takes 20.19 or newer, 22.12 or newer, or 24.`,
  );
}

async function install() {
  requireInstallingNode();
  // On standard error: standard output belongs to the command, which may write a backup there.
  process.stderr.write('Installing packages, once per package-lock.json: one to three minutes ...\n');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const code = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args], { stdout: 2 })
    : await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, { stdout: 2 });
  if (code !== 0) throw new Error(`npm ci ended with exit code ${code}.`);
}

function findNode() {
  const pinned = join(binFolder, process.platform === 'win32' ? 'node.cmd' : 'node');
  if (existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath;
  throw new Error(
    `npm has no Node ${NODE_MAJOR} for this machine (${process.platform} ${process.arch}), and this is ` +
      `${process.version}. Install Node ${NODE_MAJOR} or newer and try again.`,
  );
}

try {
  if (!isInstalled()) await install();
  if (!existsSync(stampFile)) {
    writeFileSync(`${stampFile}.new`, stamp);
    renameSync(`${stampFile}.new`, stampFile);
  }
  const env = {
    ...process.env,
    PATH: `${binFolder}${delimiter}${process.env.PATH ?? ''}`,
    // Half of the start-up time is loading 1,500 modules; Node caches their compiled code.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node-compile'),
  };
  process.exitCode = await run(findNode(), [join(root, 'tools', 'run.mjs'), ...process.argv.slice(2)], { env });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
