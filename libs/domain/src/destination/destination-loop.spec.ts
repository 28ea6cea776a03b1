import { expect, test } from 'vitest';
import { isLoop } from './destination-loop.js';

const own = ['https://go.example/launch', 'https://go.example/team/launch', 'http://localhost:3000/x'];

test.each([
  ['https://go.example/launch', true],
  ['http://go.example/launch', true],
  ['https://GO.example./Launch/', true],
  ['https://go.example:443/launch?a=1#f', true],
  ['https://go.example/launch//', false],
  ['https://go.example/l%61unch', true],
  ['https://go.example/team/../launch', true],
  ['https://go.example/team/launch', true],
  ['http://localhost:3000/x', true],
  ['http://localhost/x', false],
  ['https://go.example/l%2561unch', false],
  ['https://go.example/launch2', false],
  ['https://go.example/other/launch', false],
  ['https://go.example', false],
  ['https://go.example:8443/launch', false],
  ['https://acme.go.example/launch', false],
  ['https://elsewhere.example/launch', false],
  ['https://go.example/%zz', false],
  ['no address', false],
])('%s: %s', (destination, expected) => {
  expect(isLoop(destination, own)).toBe(expected);
});
