import { expect, test } from 'vitest';
import { Blocklist } from './blocklist.js';

const list = new Blocklist();
list.add('# a hosts file\n127.0.0.1 localhost\n0.0.0.0 bad.example ads.example # two\n\n');
list.add('evil.example\r\nWORSE.example.\n');

test.each([
  ['bad.example', 'bad.example'],
  ['ads.example', 'ads.example'],
  ['www.bad.example', null],
  ['evil.example', 'evil.example'],
  ['a.b.evil.example', 'evil.example'],
  ['notevil.example', null],
  ['worse.example', 'worse.example'],
  ['example', null],
  ['fine.test', null],
])('%s', (host, line) => {
  expect(list.find(host)).toBe(line);
});
