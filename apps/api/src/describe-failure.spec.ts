import { mkdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { expect, test } from 'vitest';
import { describeCommandFailure, describeFailure } from './describe-failure.js';
import { ConfigError } from './platform/config/index.js';
import { inFolder } from './platform/errors/index.js';
import { DatabaseUnreachableError } from './prepare.js';

async function failureOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}

const listen = (port: number) =>
  new Promise<AddressInfo>((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.unref();
      resolve(server.address() as AddressInfo);
    });
  });

test('a port in use by another program is described in one line that names it', async () => {
  const { port } = await listen(0);
  expect(describeFailure(await failureOf(() => listen(port)))).toBe(
    `127.0.0.1:${port} is in use by another program. Stop that one, or set PORT or METRICS_PORT.`,
  );
});

test('the same in a worker, whose primary has tried to open it', () => {
  const error = Object.assign(new Error('bind'), { syscall: 'bind', code: 'EADDRINUSE', address: '::', port: 3000 });
  expect(describeFailure(error)).toContain(':::3000 is in use by another program.');
});

test.each([
  [
    'listen',
    { syscall: 'listen', code: 'EACCES', address: '0.0.0.0', port: 80 },
    /^Cannot listen on 0\.0\.0\.0:80 \(EACCES\)/,
  ],
  [
    'a folder',
    { syscall: 'mkdir', code: 'EACCES', path: '/srv/signpost' },
    /^refused\. The user that runs Signpost .* DATA_DIR\.$/,
  ],
  [
    'a file that should be a folder',
    { syscall: 'mkdir', code: 'EEXIST', path: '/etc/passwd' },
    /^refused\. DATA_DIR must be the path of a folder\.$/,
  ],
  [
    'an address of another machine',
    { syscall: 'getaddrinfo', code: 'ENOTFOUND', hostname: 'nowhere.invalid' },
    /^refused\. Set HOST to an address or name of this machine\.$/,
  ],
])('a missing permission is described in one line: %s', (_, facts, line) => {
  const text = describeFailure(Object.assign(new Error('refused'), facts));
  expect(text).toMatch(line);
  expect(text).not.toContain('\n');
});

test('a full disk is described in one line that names the setting, although the error names no path', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  const failed = await failureOf(() => inFolder('DATA_DIR', '/srv/signpost', () => Promise.reject(full)));
  expect(describeFailure(failed)).toBe(
    'DATA_DIR /srv/signpost: free some space on its disk (ENOSPC: no space left on device, write).',
  );
});

test('an unavailable database is described in one line without its password', () => {
  const text = describeFailure(
    new DatabaseUnreachableError(new Error('password authentication failed for user "signpost"')),
  );
  expect(text).toBe(
    'The database cannot be reached: password authentication failed for user "signpost". Check DATABASE_URL.',
  );
});

test.each([
  ['ends the connection', '57P01', 'Check the database and DATABASE_URL, then try again.'],
  ['has no connection left', '53300', 'Check the database and DATABASE_URL, then try again.'],
  ['does not permit it', '42501', 'Let the user of DATABASE_URL own the database and all that is in it.'],
])('a database that %s is described in one line', (_, code, advice) => {
  expect(describeFailure(Object.assign(new Error('its words'), { code }))).toBe(`Database error: its words. ${advice}`);
});

test('an invalid configuration lists its problems, and a defect shows its stack', async () => {
  expect(describeFailure(new ConfigError(['PORT: must be a number']))).not.toContain('describe-failure.spec');
  expect(describeFailure(new TypeError('x is undefined'))).toContain('describe-failure.spec');
  expect(describeFailure(await failureOf(() => mkdirSync('/nowhere-at-all/x')))).toContain('describe-failure.spec');
  expect(describeFailure('text')).toBe('text');
});

test('the last line of a defect is its error with all causes', () => {
  const error = new Error('migration 0001 failed', { cause: new Error('relation "links" is missing\nat character 8') });
  expect(describeFailure(error).split('\n').at(-1)).toBe(
    'Signpost cannot go on: migration 0001 failed: relation "links" is missing',
  );
});

test('a command shows its usage only after a usage error', async () => {
  const wrong = await failureOf(() => parseArgs({ args: ['--nope'], options: {} }));
  expect(describeCommandFailure(wrong, 'Usage: x')).toBe("Unknown option '--nope'\n\nUsage: x");
  const unreachable = new DatabaseUnreachableError('It is away');
  expect(describeCommandFailure(unreachable, 'Usage: x')).toBe(`${unreachable.message}\n`);
});
