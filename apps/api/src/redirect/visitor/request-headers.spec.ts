import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { pickHeaders } from './request-headers.js';

const pick = (...rawHeaders: string[]) => pickHeaders({ rawHeaders } as IncomingMessage, 'x-country');

test('the first occurrence of each header counts, whatever its case', () => {
  const picked = pick('USER-AGENT', 'a', 'user-agent', 'b', 'Referer', 'https://a.example/', 'X-Country', 'DE');
  expect(picked).toMatchObject({
    userAgent: 'a',
    referrer: 'https://a.example/',
    country: 'DE',
    purpose: undefined,
  });
});

test.each([
  [['X-Moz', 'foo', 'Purpose', 'prefetch']],
  [['X-Purpose', 'x', 'purpose', 'prefetch']],
  [['Purpose', 'x', 'X-Moz', 'prefetch']],
  [['X-PURPOSE', 'prefetch']],
  [['Sec-Purpose', 'x', 'sec-purpose', 'prefetch']],
  [['Purpose', 'x', 'SEC-PURPOSE', 'prefetch']],
])('a purpose is found after others: %j', (headers) => {
  expect(pick(...headers).purpose).toContain('prefetch');
});
