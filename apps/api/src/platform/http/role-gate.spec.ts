import { expect, test } from 'vitest';
import { isForVisitors } from './role-gate.js';

test.each(['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png', '/robots.txt', '/api/health', '/uploads/logo.png'])(
  'a short domain answers %s',
  (path) => expect(isForVisitors(path)).toBe(true),
);

test.each(['/', '/login', '/main.js', '/api/links', '/api/healthy', '/apple-touch-icon.png/x', '/favicon.ico/x'])(
  'a short domain has no %s',
  (path) => expect(isForVisitors(path)).toBe(false),
);
