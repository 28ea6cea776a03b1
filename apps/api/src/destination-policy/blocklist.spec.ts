import { expect, test } from 'vitest';
import { Blocklist } from './blocklist.js';

const list = new Blocklist();
list.add('# a hosts file\n127.0.0.1 localhost\n0.0.0.0 bad.example ads.example # two\n\n');
list.add('evil.example\r\nWORSE.example.\nböse.example\n');
list.add('*.wild.example\n203.0.113.7\n2001:DB8:0::7\n::1 inner.example\n');
list.add(Array.from({ length: 3_000 }, (_, n) => `host-${n}.many.example`).join('\n'));

test.each([
  ['bad.example', 'bad.example'],
  ['ads.example', 'ads.example'],
  ['www.bad.example', null],
  ['evil.example', 'evil.example'],
  ['a.b.evil.example', 'evil.example'],
  ['notevil.example', null],
  ['worse.example', 'worse.example'],
  ['xn--bse-sna.example', 'xn--bse-sna.example'],
  ['host-0.many.example', 'host-0.many.example'],
  ['x.host-2999.many.example', 'host-2999.many.example'],
  ['host-3000.many.example', null],
  ['x.wild.example', 'wild.example'],
  ['wild.example', 'wild.example'],
  ['203.0.113.7', '203.0.113.7'],
  ['[::ffff:cb00:7107]', '203.0.113.7'],
  ['[64:ff9b::cb00:7107]', '203.0.113.7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['[2001:db8::8]', null],
  ['inner.example', 'inner.example'],
  ['example', null],
  ['fine.test', null],
])('%s', (host, line) => {
  expect(list.find(host)).toBe(line);
});

test('a duplicate line counts once', () => {
  const twice = new Blocklist();
  twice.add('evil.example\nevil.example\n0.0.0.0 ads.example\n0.0.0.0 ads.example\n');
  expect(twice.size).toBe(2);
});
