import type { Request, Response } from 'express';
import { expect, test } from 'vitest';
import type { Config } from '../config/index.js';
import { HostTargets } from './host-target.js';
import { requestContext } from './request-context.js';

const SHORT = 'go.test';

/** The origin that a request is taken to have come from, where both of our hosts are asked for by these schemes. */
function originOf(headers: Record<string, string>, trustProxy = 0, shortUrl = `https://${SHORT}`): string {
  const config = {
    mode: 'single',
    trustProxy,
    publicUrl: new URL('http://app.test'),
    shortUrl: new URL(shortUrl),
    hasShortDomain: true,
  } as Config;
  const headersDistinct = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  const request = { headers, headersDistinct, socket: {}, path: '/' } as unknown as Request;
  requestContext(config, new HostTargets(config))(
    request,
    { setHeader: () => undefined } as unknown as Response,
    () => undefined,
  );
  return request.context.origin;
}

test('without a proxy each host has the scheme that it is configured with', () => {
  expect(originOf({ host: 'app.test' })).toBe('http://app.test');
  expect(originOf({ host: SHORT })).toBe('https://go.test');
  expect(originOf({ host: SHORT, 'x-forwarded-proto': 'http' })).toBe('https://go.test');
});

test.each([
  ['https', 1, 'https://app.test'],
  ['https, http', 1, 'http://app.test'],
  ['https, http', 2, 'https://app.test'],
  ['http, https, http', 2, 'https://app.test'],
  ['gopher', 1, 'http://app.test'],
])('X-Forwarded-Proto: %s behind %d proxies', (proto, hops, origin) => {
  expect(originOf({ host: 'app.test', 'x-forwarded-proto': proto }, hops)).toBe(origin);
});
