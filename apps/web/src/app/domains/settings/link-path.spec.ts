import { exampleUnder, originOf, ROOT_PREFIX } from './link-path';

test.each([
  ['https://go.example.com', null, 'https://go.example.com'],
  ['https://go.example.com/team', 'team', 'https://go.example.com'],
  ['http://localhost:3000/a-b', 'a-b', 'http://localhost:3000'],
])('origin of %s with prefix %s', (base, prefix, origin) => {
  expect(originOf(base, prefix)).toBe(origin);
});

test.each([
  [null, 'go.example.com/spring'],
  [ROOT_PREFIX, 'go.example.com/spring'],
  ['team', 'go.example.com/team/spring'],
])('example under %s', (prefix, address) => {
  expect(exampleUnder('https://go.example.com', prefix, 'spring')).toBe(address);
});
