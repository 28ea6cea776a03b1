import { expect, test } from 'vitest';
import { originForm } from './origin-form.js';

test.each([
  ['/api/health?a=http://b/', '/api/health?a=http://b/'],
  ['http://go.example/api/health?a=1', '/api/health?a=1'],
  ['HTTPS://go.example', '/'],
  ['http://go.example?a=1', '/?a=1'],
  ['/api/links?q=a#b?c', '/api/links?q=a'],
  ['*', '/*'],
])('%s', (target, form) => {
  expect(originForm(target)).toBe(form);
});
