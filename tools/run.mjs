// What the npm scripts do, under Node 24 and with everything installed: `node tools/run.mjs <command> [arguments]`.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isBuilt, noteBuilt, sourcesOf } from './built.mjs';
import { ROOT, run, runQuietly, SERVER_FLAGS, SERVER_VARIABLES } from './process.mjs';

const [command = '', ...args] = process.argv.slice(2);

const BUILD = ['run-many', '-t', 'build', '--output-style=static'];

/** Builds everything through Nx, which skips what is unchanged. */
async function build(through = run) {
  const sources = sourcesOf(ROOT);
  const code = await through('nx', BUILD);
  if (code === 0) noteBuilt(ROOT, sources);
  return code;
}

/**
 * For test and check programs: a larger young generation and one collection helper save a seventh of their processor
 * time, for memory that a build on a small server does not have.
 */
const THRIFTY = { NODE_OPTIONS: `--max-semi-space-size=64 --v8-pool-size=1 ${process.env.NODE_OPTIONS ?? ''}`.trim() };

/** Runs a tool written for this repository: `tools/<name>.mjs`. */
const tool = (name, extra) => run(process.execPath, [join(ROOT, 'tools', `${name}.mjs`), ...args], extra);

/**
 * Runs a program of the built application. Standard output belongs to the program alone: a backup may be written there.
 */
async function program(name) {
  if (!isBuilt(ROOT, sourcesOf(ROOT))) {
    const built = await runQuietly('nx', [...BUILD, '-p', 'api']);
    if (built !== 0) return built;
  }
  const file = join(ROOT, 'dist', 'apps', 'api', `${name}.js`);
  return existsSync(file) ? run(process.execPath, [file, ...args]) : missing(file);
}

async function start() {
  if (!isBuilt(ROOT, sourcesOf(ROOT))) {
    const built = await buildAloud();
    if (built !== 0) return built;
  }
  process.stdout.write('Starting the database and the server ...\n');
  const file = join(ROOT, 'dist', 'apps', 'api', 'main.js');
  if (!existsSync(file)) return missing(file);
  // The server replaces this process where that is possible: one process less between it and the sender of signals.
  const argv = [process.execPath, ...SERVER_FLAGS, file, ...args];
  Object.assign(process.env, SERVER_VARIABLES);
  if (process.platform !== 'win32' && process.execve !== undefined) process.execve(process.execPath, argv, process.env);
  return run(process.execPath, argv.slice(1));
}

/** Builds with a message for a user who waits for the server. */
async function buildAloud() {
  const isFirst = !existsSync(join(ROOT, 'dist', 'apps', 'api', 'main.js'));
  process.stdout.write(
    isFirst
      ? 'Building the server and the dashboard, once: one to three minutes, 2 GB of memory ...\n'
      : 'Building what has changed: a few seconds, or a minute or two after an update ...\n',
  );
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const still = setInterval(() => process.stdout.write(`  still building, ${seconds()} s so far\n`), 20_000);
  const built = await build(runQuietly);
  clearInterval(still);
  if (built === 0) process.stdout.write(`Built in ${seconds()} s.\n`);
  else
    process.stderr.write(
      'The build failed: see its output above. Without any, it ran out of memory: 2 GB are needed.\n',
    );
  return built;
}

function missing(file) {
  process.stderr.write(`${command}: ${file} does not exist.\n`);
  return 1;
}

const COMMANDS = {
  start,
  build: () => build(),
  test: () => tool('test', THRIFTY),
  'test:browsers': () => tool('browsers'),
  check: () => tool('check', THRIFTY),
  format: () => run('prettier', ['--write', '--log-level=warn', '.']),
  bench: () => tool('bench'),
  screenshots: () => tool('screenshots'),
  seed: () => program('seed'),
  'analytics:rebuild': () => program('rebuild'),
  signpost: () => program('cli'),
};

if (Object.hasOwn(COMMANDS, command)) {
  process.exitCode = await COMMANDS[command]();
} else {
  process.stderr.write(`Unknown command "${command}". Known: ${Object.keys(COMMANDS).join(', ')}\n`);
  process.exitCode = 2;
}
