import fc from 'fast-check';
import { expect, test } from 'vitest';
import { behindUnlockPages, parseReturnPath, unlockPath } from './unlock-path.js';

test('the unlock page gets the path with its query', () => {
  expect(unlockPath('Launch', '/go/Launch?a=1&b=%20')).toBe('/p/Launch?path=%2Fgo%2FLaunch%3Fa%3D1%26b%3D%2520');
});

test.each([
  ['/launch', true],
  ['/go/launch?a=1&b=//x', true],
  ['/', true],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['https://evil.example/', false],
  ['launch', false],
  ['', false],
  ['/a b', false],
  ['/a\r\nX: y', false],
  ['/ü', false],
  ['/\t/evil.example', false],
])('return path %j: %s', (path, accepted) => {
  expect(parseReturnPath(path)).toBe(accepted ? path : null);
});

test('a return path never leaves the origin', () => {
  const text = fc.string({ unit: fc.constantFrom('/', '\\', '.', 'a', ':', '@', '?', '#', '\t', '%2f') });
  fc.assert(
    fc.property(text, (tail) => {
      const path = parseReturnPath(`/${tail}`);
      if (path !== null) expect(new URL(path, 'https://own.example').origin).toBe('https://own.example');
    }),
  );
});

test.each([
  ['/p/launch?path=/launch', '/launch'],
  ['/p/launch/?said=wrong&path=%2Fgo%2Flaunch%3Fa%3D1', '/go/launch?a=1'],
  ['/p/a?path=%2Fp%2Fb%3Fpath%3D%2Fc', '/c'],
  ['/p/launch', '/p/launch'],
  ['/p/launch?path=//evil.example', '/p/launch?path=//evil.example'],
  ['/p/launch/report?path=/launch', '/p/launch/report?path=/launch'],
  ['/launch?path=/x', '/launch?path=/x'],
])('behind %s is %s', (path, behind) => {
  expect(behindUnlockPages(path)).toBe(behind);
});
