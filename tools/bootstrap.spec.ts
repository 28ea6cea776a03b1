import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const LOCK = { lockfileVersion: 3, packages: { '': {}, 'node_modules/a': { version: '1.0.0' } } };

/** A fake npm: records its arguments and "installs" this Node and npm's own lock file. */
const NPM = `
import { appendFileSync, copyFileSync, mkdirSync, symlinkSync, existsSync } from 'node:fs';
appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n');
if (process.env.NPM_FAILS) process.exit(7);
mkdirSync('node_modules/.bin', { recursive: true });
copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
if (!existsSync('node_modules/.bin/node')) symlinkSync(process.execPath, 'node_modules/.bin/node');
`;

/** A fake tools/run.mjs: prints its arguments, and the program that runs it. */
const RUN = `
if (process.argv[2] === 'wait') {
  process.on('SIGTERM', () => process.exit(5));
  setInterval(() => {}, 1000);
  console.log('waiting');
} else {
  console.log(JSON.stringify({ args: process.argv.slice(2), path: process.env.PATH }));
  process.exitCode = Number(process.argv[3] ?? 0);
}
`;

let checkout: string;
let environment: NodeJS.ProcessEnv;

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'bootstrap-'));
  mkdirSync(join(checkout, 'tools'));
  copyFileSync(join(import.meta.dirname, 'bootstrap.mjs'), join(checkout, 'tools', 'bootstrap.mjs'));
  writeFileSync(join(checkout, 'tools', 'run.mjs'), RUN);
  writeFileSync(join(checkout, 'npm.js'), NPM);
  writeFileSync(join(checkout, 'package.json'), JSON.stringify({ type: 'module' }));
  writeLock(LOCK);
  environment = { ...process.env, npm_execpath: join(checkout, 'npm.js') };
});

afterEach(() => {
  rmSync(checkout, { recursive: true });
});

function writeLock(lock: unknown): void {
  writeFileSync(join(checkout, 'package-lock.json'), JSON.stringify(lock));
}

const bootstrap = (
  args: string[],
  env: NodeJS.ProcessEnv = {},
): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, ['tools/bootstrap.mjs', ...args], {
    cwd: checkout,
    env: { ...environment, ...env },
    encoding: 'utf8',
  });

function npmCalls(): string[] {
  try {
    return readFileSync(join(checkout, 'npm-calls'), 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}

describe('what the npm scripts run first', () => {
  test('installs once, with the development packages whatever NODE_ENV says', () => {
    expect(bootstrap(['build'], { NODE_ENV: 'production' }).status).toBe(0);
    expect(bootstrap(['build']).status).toBe(0);
    expect(npmCalls()).toEqual([expect.stringMatching(/^ci --include=dev --include=optional/)]);
  });

  test('installs again when the lock file has changed', () => {
    bootstrap(['build']);
    writeLock({ ...LOCK, packages: { '': {}, 'node_modules/a': { version: '1.0.1' } } });
    bootstrap(['build']);
    expect(npmCalls()).toHaveLength(2);
  });

  test('accepts an `npm ci` that was run by hand', () => {
    spawnSync(process.execPath, ['npm.js', 'by hand'], { cwd: checkout });
    bootstrap(['build']);
    expect(npmCalls()).toEqual(['by hand']);
  });

  test('does not believe one of another lock file', () => {
    spawnSync(process.execPath, ['npm.js', 'by hand'], { cwd: checkout });
    writeLock({ ...LOCK, packages: { '': {}, 'node_modules/b': { version: '1.0.0' } } });
    bootstrap(['build']);
    expect(npmCalls()).toHaveLength(2);
  });

  test('stops when the installation fails, and tries again next time', () => {
    const failed = bootstrap(['build'], { NPM_FAILS: '1' });
    expect(failed.status).toBe(1);
    expect(failed.stderr).toContain('npm ci ended with exit code 7');
    expect(bootstrap(['build']).status).toBe(0);
    expect(npmCalls()).toHaveLength(2);
  });

  test.each(['20.18.3', '21.7.3', '22.11.0', '23.11.1'])('does not install under Node %s', (version) => {
    const pretend = `Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;
    const refused = bootstrap(['build'], { NODE_OPTIONS: `--import="data:text/javascript,${pretend}"` });
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(`Node ${version}`);
    expect(npmCalls()).toEqual([]);
  });

  test('hands over the command, its arguments and the installed programs, and passes the exit code on', () => {
    bootstrap(['build']);
    const { status, stdout } = bootstrap(['seed', '3', '--links', 'a b']);
    const seen = JSON.parse(stdout) as { args: string[]; path: string };
    expect(status).toBe(3);
    expect(seen.args).toEqual(['seed', '3', '--links', 'a b']);
    expect(seen.path.startsWith(join(checkout, 'node_modules', '.bin'))).toBe(true);
  });

  test('passes SIGTERM on and waits for the answer', async () => {
    bootstrap(['build']);
    const child = spawn(process.execPath, ['tools/bootstrap.mjs', 'wait'], { cwd: checkout, env: environment });
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([5, null]);
  });

  test('ends what it started when npm is gone, whatever ended that', async () => {
    bootstrap(['build']);
    // A fake npm, which runs a script as its child process.
    const npm = `require('child_process').spawn(process.execPath, ['tools/bootstrap.mjs', 'wait'], { stdio: 'inherit' })`;
    const parent = spawn(process.execPath, ['-e', npm], { cwd: checkout, env: environment });
    await once(parent.stdout, 'data');
    parent.kill('SIGKILL');
    // The pipe closes when the last process that holds it has ended.
    await once(parent.stdout, 'close');
  });
});
