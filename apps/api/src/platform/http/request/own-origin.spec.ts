import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { Config, readConfig } from '../../config/index.js';
import { isOwnOrigin } from './own-origin.js';

const config = (trustProxy: string): Config =>
  readConfig({ PUBLIC_URL: 'https://links.test', SHORT_URL: 'http://go.test', TRUST_PROXY: trustProxy });
const request = (host: string, forwardedProto?: string) =>
  ({ headers: { host, 'x-forwarded-proto': forwardedProto } }) as unknown as IncomingMessage;

test.each<[string, string, string, string | undefined, string, boolean]>([
  ['as configured', 'https://links.test', 'links.test', undefined, '0', true],
  ['its default port written out', 'https://links.test', 'links.test:443', undefined, '0', true],
  ['the host in capitals', 'https://links.test', 'Links.TEST', undefined, '0', true],
  ['another scheme', 'http://links.test', 'links.test', undefined, '0', false],
  ['a scheme reported without a trusted proxy', 'http://links.test', 'links.test', 'http', '0', false],
  ['the scheme that the proxy reports', 'http://links.test', 'links.test', 'http', '1', true],
  ['the scheme that the first of two proxies reports', 'https://links.test', 'links.test', 'https,http', '1', true],
  ['the scheme that the second proxy reports', 'http://links.test', 'links.test', 'https, http', '1', true],
  ['a scheme other than http and https', 'gopher://links.test', 'links.test', 'gopher', '1', false],
  ['another host', 'https://evil.test', 'links.test', 'https', '1', false],
  ['another port', 'https://links.test:8443', 'links.test', undefined, '0', false],
  ['a host that begins with the same text', 'https://links.test.evil', 'links.test', undefined, '0', false],
  ['null', 'null', 'links.test', undefined, '0', false],
  ['more than an origin', 'https://links.test/', 'links.test', undefined, '0', false],
])('%s', (_, origin, host, forwardedProto, hops, own) => {
  expect(isOwnOrigin(origin, request(host, forwardedProto), config(hops), false)).toBe(own);
});

test('the short domain has its own scheme', () => {
  expect(isOwnOrigin('http://go.test', request('go.test'), config('0'), true)).toBe(true);
  expect(isOwnOrigin('https://go.test', request('go.test'), config('0'), true)).toBe(false);
});
