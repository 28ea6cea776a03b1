import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import type { Config } from '../../config/index.js';
import type { HostTarget } from './host-target.js';
import { httpsAddress } from './https-address.js';

const SINGLE: HostTarget = { kind: 'single', onShortDomain: false };

const addressOf = (
  forwardedProto: string | undefined,
  host: HostTarget = SINGLE,
  trustProxy = 1,
  scheme = 'https',
): string | null =>
  httpsAddress(
    { url: '/p/spring?path=%2Fspring', headers: { 'x-forwarded-proto': forwardedProto } } as unknown as IncomingMessage,
    {
      trustProxy,
      publicUrl: new URL(`${scheme}://app.test:8443`),
      shortUrl: new URL(`${scheme}://go.test`),
    } as Config,
    host,
  );

test.each([
  ['http', 'https://app.test:8443/p/spring?path=%2Fspring'],
  ['HTTP', 'https://app.test:8443/p/spring?path=%2Fspring'],
  ['http, http', 'https://app.test:8443/p/spring?path=%2Fspring'],
  ['https', null],
  ['https,http', null],
  ['http,https', null],
  ['', null],
  ['ftp', null],
  [undefined, null],
])('a proxy that says %j', (forwardedProto, expected) => {
  expect(addressOf(forwardedProto)).toBe(expected);
});

test.each([
  ['the short domain', { kind: 'single', onShortDomain: true }, 'https://go.test/p/spring?path=%2Fspring'],
  [
    'a workspace',
    { kind: 'workspace', label: 'acme', onShortDomain: true },
    'https://acme.go.test/p/spring?path=%2Fspring',
  ],
  ['the bare host', { kind: 'bare', onShortDomain: false }, 'https://app.test:8443/p/spring?path=%2Fspring'],
  ['an unknown host', { kind: 'foreign', onShortDomain: false }, null],
] as const)('%s is asked for at its own origin', (_, host, expected) => {
  expect(addressOf('http', host)).toBe(expected);
});

test('there is no redirect to https without a trusted proxy, nor where http is configured', () => {
  expect(addressOf('http', SINGLE, 0)).toBeNull();
  expect(addressOf('http', SINGLE, 1, 'http')).toBeNull();
});
