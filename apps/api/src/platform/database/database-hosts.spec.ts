import { expect, test } from 'vitest';
import { hostsOf, withOneHost } from './database-hosts.js';

test.each([
  [
    'postgres://u:p@one,two/name',
    [
      { host: 'one', port: 5432 },
      { host: 'two', port: 5432 },
    ],
  ],
  [
    'postgresql://u:p,w@10.0.0.1:5433,[::1]:6000/name?target_session_attrs=read-write',
    [
      { host: '10.0.0.1', port: 5433 },
      { host: '::1', port: 6000 },
    ],
  ],
])('%s names several servers, and becomes a URL of the first', (text, hosts) => {
  const url = withOneHost(text);
  expect(hostsOf(url)).toEqual(hosts);
  expect(new URL(url).pathname).toBe('/name');
  expect(withOneHost(url)).toBe(url);
});

test.each(['postgres://u:p@one:5432/name', 'postgres://localhost/name?host=/run/a,b', 'postgres://u:a,b@one/name'])(
  '%s names one server',
  (text) => {
    expect([withOneHost(text), hostsOf(text)]).toEqual([text, []]);
  },
);
