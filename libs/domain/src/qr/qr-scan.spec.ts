import { expect, test } from 'vitest';
import { SCANNED, withoutScan } from './qr-scan.js';

test.each([
  ['qr=1', ''],
  ['a=1&qr=1', 'a=1'],
  ['qr=1&a=1&qr=2&b', 'a=1&b'],
  ['qr=1&qr&a', 'a'],
  ['', null],
  ['qr=2', null],
  ['qr=10', null],
  ['xqr=1', null],
  ['a=qr=1', null],
])('%j says %j', (query, expected) => {
  expect(withoutScan(query)).toBe(expected);
});

test('the referrer of a scan is qr', () => {
  expect(SCANNED).toBe('qr');
});
