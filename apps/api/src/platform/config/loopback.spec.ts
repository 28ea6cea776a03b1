import { expect, test } from 'vitest';
import { isLoopback } from './loopback.js';

test.each(['localhost', 'acme.localhost', '127.0.0.1', '127.1.2.3', '::1', '[::1]'])(
  '%s is the local machine',
  (host) => {
    expect(isLoopback(host)).toBe(true);
  },
);

test.each([
  '',
  '.localhost',
  'localhost.example.com',
  'notlocalhost',
  '127.0.0.1.example.com',
  '0.0.0.0',
  '::',
  '10.0.0.1',
])('%j is another machine, or all of its addresses', (host) => {
  expect(isLoopback(host)).toBe(false);
});
