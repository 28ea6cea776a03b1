import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { clientAddress, clientKey, networkKey } from './client-address.js';

const request = (socket: string, forwarded?: string | string[]) =>
  ({ socket: { remoteAddress: socket }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

describe('the address of a request', () => {
  test.each([
    ['no proxy is trusted', '203.0.113.9', '198.51.100.1', 0, '203.0.113.9'],
    ['one proxy, one entry', '10.0.0.1', '198.51.100.1', 1, '198.51.100.1'],
    ['one proxy, a forged entry before it', '10.0.0.1', '1.1.1.1, 198.51.100.1', 1, '198.51.100.1'],
    ['two proxies', '10.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.2', 2, '198.51.100.1'],
    ['fewer entries than proxies', '10.0.0.1', '198.51.100.1', 3, '198.51.100.1'],
    ['no header', '10.0.0.1', undefined, 1, '10.0.0.1'],
    ['nonsense', '10.0.0.1', 'unknown', 1, '10.0.0.1'],
    ['IPv6 in brackets with a port', '10.0.0.1', '[2001:db8::1]:4711', 1, '2001:db8::1'],
    ['IPv4 with a port', '10.0.0.1', '198.51.100.1:4711', 1, '198.51.100.1'],
    ['IPv4 written as IPv6', '::ffff:203.0.113.9', undefined, 0, '203.0.113.9'],
    ['an IPv4 address in an IPv6 one, in hex', '10.0.0.1', '::ffff:808:808', 1, '8.8.8.8'],
    ['an IPv4 address behind NAT64', '64:ff9b::808:808', undefined, 0, '8.8.8.8'],
    ['a link-local address with its zone', 'fe80::1%eth0', undefined, 0, 'fe80::1'],
  ])('%s', (_, socket, forwarded, hops, expected) => {
    expect(clientAddress(request(socket, forwarded), hops)).toBe(expected);
  });

  test('several headers are joined to one list', () => {
    expect(clientAddress(request('10.0.0.1', ['1.1.1.1', '198.51.100.1']), 1)).toBe('198.51.100.1');
  });
});

describe('the key of a client', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s', (address, key) => {
    expect(clientKey(address)).toBe(key);
  });
});

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['0:0:0:0::/64', '0:0:0::/48'],
])('the network of client %s', (client, network) => {
  expect(networkKey(client)).toBe(network);
});
