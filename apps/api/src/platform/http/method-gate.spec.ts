import type { Request, Response } from 'express';
import { expect, test } from 'vitest';
import { readConfig } from '../config/index.js';
import type { ApiError } from '../errors/index.js';
import { methodGate } from './method-gate.js';

const ID = '01939d00-0000-7000-8000-000000000000';

/** What happens to a request: passed on, or its status and `Allow`. */
function answerTo(method: string, path: string, env: Record<string, string> = {}): unknown {
  let allow: string | undefined;
  let answer: unknown = 'passed on';
  const response = {
    setHeader: (_: string, value: string) => (allow = value),
    status: (status: number) => ({ end: () => (answer = [status, allow]) }),
  } as unknown as Response;
  methodGate(readConfig(env))({ method, originalUrl: path } as Request, response, (error?: unknown) => {
    if (error !== undefined) answer = [(error as ApiError).status, allow];
  });
  return answer;
}

test.each<[string, string, unknown]>([
  ['GET', '/api/links', 'passed on'],
  ['HEAD', '/api/links?page=2', 'passed on'],
  ['POST', '/api/links/', 'passed on'],
  ['PUT', '/api/links', [405, 'GET, HEAD, POST']],
  ['OPTIONS', '/api/links', [204, 'GET, HEAD, POST']],
  ['GET', '/api/links/batch', [405, 'POST']],
  ['GET', `/api/links/${ID}`, 'passed on'],
  ['PUT', `/api/links/${ID}`, [405, 'GET, HEAD, PATCH, DELETE']],
  ['POST', '/api/links/no-id', [405, 'GET, HEAD, PATCH, DELETE']],
  ['DELETE', '/api/openapi.json', [405, 'GET, HEAD']],
  ['PUT', '/api/nowhere', 'passed on'],
  ['GET', '/uploads/logos/a.png', 'passed on'],
  ['POST', '/uploads/logos/a.png', [405, 'GET, HEAD']],
  ['OPTIONS', '/uploads/a.png', [204, 'GET, HEAD']],
  ['PUT', '/uploads', 'passed on'],
  ['PUT', '/api/auth/google', [404, undefined]],
  ['GET', '/api/auth/demo', [404, undefined]],
])('%s %s', (method, path, expected) => {
  expect(answerTo(method, path)).toEqual(expected);
});

test('a route that is switched on has its methods', () => {
  const env = { JOBS_SECRET: 'the secret of the jobs' };
  expect(answerTo('GET', '/api/jobs/alerts')).toEqual([404, undefined]);
  expect(answerTo('GET', '/api/jobs/alerts', env)).toEqual([405, 'POST']);
});

test.each(['register', 'forgot', 'reset', 'password', 'login'])(
  'without passwords %s does not exist, whoever asks and by whatever method',
  (name) => {
    const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    for (const method of ['POST', 'GET', 'OPTIONS']) {
      expect(answerTo(method, `/api/auth/${name}`, { ...google, PASSWORDS: 'off' })).toEqual([404, undefined]);
    }
    expect(answerTo('OPTIONS', `/api/auth/${name}`, google)).toEqual([204, 'POST']);
  },
);

test('where registration is closed, requests for the first account still pass', () => {
  const closed = { REGISTRATION: 'closed' };
  expect(answerTo('POST', '/api/auth/register', closed)).toBe('passed on');
  expect(answerTo('GET', '/api/auth/register', closed)).toBe('passed on');
});
