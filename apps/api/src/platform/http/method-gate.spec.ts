import type { Request, Response } from 'express';
import { expect, test } from 'vitest';
import { readConfig } from '../config/index.js';
import type { ApiError } from '../errors/index.js';
import { methodGate } from './method-gate.js';

const ID = '01939d00-0000-7000-8000-000000000000';

/** What becomes of a request: passed on, or its status and `Allow`. */
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
  ['PUT', '/api/auth/google', 'passed on'],
  ['GET', '/api/auth/demo', 'passed on'],
])('%s %s', (method, path, expected) => {
  expect(answerTo(method, path)).toEqual(expected);
});

test('what is switched on has its methods', () => {
  const env = { JOBS_SECRET: 'the secret of the jobs' };
  expect(answerTo('GET', '/api/jobs/alerts')).toBe('passed on');
  expect(answerTo('GET', '/api/jobs/alerts', env)).toEqual([405, 'POST']);
});
