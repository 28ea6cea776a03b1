import { expect, test } from 'vitest';
import { classifyHost, plainIpAddress } from './ip-address.js';

const next = (address: string, step: number): string => {
  const number = address.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0) + step;
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join('.');
};

test.each([
  ['this network', '0.0.0.0', '0.255.255.255'],
  ['private 10', '10.0.0.0', '10.255.255.255'],
  ['carriers', '100.64.0.0', '100.127.255.255'],
  ['loopback', '127.0.0.0', '127.255.255.255'],
  ['link-local', '169.254.0.0', '169.254.255.255'],
  ['private 172', '172.16.0.0', '172.31.255.255'],
  ['private 192', '192.168.0.0', '192.168.255.255'],
  ['multicast and reserved', '224.0.0.0', '255.255.255.255'],
])('%s is closed from %s to %s, and its neighbours are open', (_, first, last) => {
  expect([classifyHost(first), classifyHost(last)]).toEqual(['closed-address', 'closed-address']);
  if (first !== '0.0.0.0') expect(classifyHost(next(first, -1))).toBe('public-address');
  if (last !== '255.255.255.255') expect(classifyHost(next(last, 1))).toBe('public-address');
});

test.each([
  ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fe00::'],
  ['fe80::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fe7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null],
  ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', null, null],
  ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', '64:ff9b:0:ffff:ffff:ffff:ffff:ffff', '64:ff9b:2::'],
])('from %s to %s is closed', (first, last, before, after) => {
  for (const inside of [first, last]) expect(classifyHost(`[${inside}]`)).toBe('closed-address');
  for (const outside of [before, after])
    if (outside !== null) expect(classifyHost(`[${outside}]`)).toBe('public-address');
});

// 10.0.0.1 is closed and 8.8.8.8 is open, in each IPv6 form that represents an IPv4 address.
test.each([
  ['compatible', '::a00:1', '::808:808', '0:0:0:0:0:1:a00:1'],
  ['mapped', '::ffff:a00:1', '::ffff:808:808', '::fffe:a00:1'],
  ['translated', '::ffff:0:a00:1', '::ffff:0:808:808', '::ffff:1:a00:1'],
  ['NAT64', '64:ff9b::a00:1', '64:ff9b::808:808', '64:ff9b::1:a00:1'],
  ['6to4', '2002:a00:1::', '2002:808:808::', '2003:a00:1::'],
  ['6to4 whatever follows', '2002:a00:1:2:3:4:5:6', '2002:808:808:a00:1::', '2002:a01::a00:1:0'],
  ['Teredo', '2001:0:1:2:3:4:f5ff:fffe', '2001:0:1:2:3:4:f7f7:f7f7', '2001:1:1:2:3:4:f5ff:fffe'],
])('%s', (name, closed, open, beside) => {
  expect(classifyHost(`[${closed}]`)).toBe('closed-address');
  expect(classifyHost(`[${open}]`)).toBe('public-address');
  if (!name.includes('whatever')) expect(classifyHost(`[${beside}]`)).toBe('public-address');
});

test.each(['example.com', '1.2.3', '1.2.3.4.5', '1.2.3.x', 'x1.2.3.4', '1.2.3.4x', '1234.1.1.1', 'fe80', ''])(
  '%j is a name',
  (host) => {
    expect(classifyHost(host)).toBe('name');
  },
);

test.each([
  ['::ffff:8.8.8.8', '8.8.8.8'],
  ['::ffff:808:808', '8.8.8.8'],
  ['::FFFF:0808:0808', '8.8.8.8'],
  ['0:0:0:0:0:ffff:808:808', '8.8.8.8'],
  ['0000:0000:0000:0000:0000:FFFF:8.8.8.8', '8.8.8.8'],
  ['64:ff9b::808:808', '8.8.8.8'],
  ['64:ff9b::8.8.8.8', '8.8.8.8'],
  ['0064:ff9b:0:0:0:0:0808:0808', '8.8.8.8'],
  ['::ffff:ffff:ffff', '255.255.255.255'],
  ['::ffff:0:0', '0.0.0.0'],
  ['64:ff9b:1::808:808', '64:ff9b:1::808:808'],
  ['64:ff9b::1:808:808', '64:ff9b::1:808:808'],
  ['::fffe:808:808', '::fffe:808:808'],
  ['2001:db8::ffff:808:808', '2001:db8::ffff:808:808'],
  ['8.8.8.8', '8.8.8.8'],
  ['', ''],
  ['ffff::nonsense', 'ffff::nonsense'],
])('%s is %s', (address, expected) => {
  expect(plainIpAddress(address)).toBe(expected);
});
