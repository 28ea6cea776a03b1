import { startApp, type AppProcess } from '@signpost/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtFile, loadedBefore } from '../support/built-files.js';

/** From the dictionary of family names, as the package packs it. */
const WORDS = 'smithAjohnsonAwilliams';

let app: AppProcess;

beforeAll(async () => {
  app = await startApp({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => app?.stop());

/** Those of the built files that a process loads at once which have the dictionaries. */
const withWords = (entry: string): string[] =>
  [`./${entry}`, ...loadedBefore(entry)].filter((name) => name.startsWith('./') && builtFile(name).includes(WORDS));

test('the dictionaries are loaded by the thread that checks passwords, not by the server', () => {
  expect(loadedBefore('main.js').size).toBeGreaterThan(5);
  expect(withWords('main.js')).toEqual([]);
  expect(withWords('password-score.worker.js')).toHaveLength(1);
});

/** Somebody who registers with a password that is easy to guess. */
const register = (n: number, address: string) =>
  app
    .client()
    .post(
      '/api/auth/register',
      { email: `a${n}@example.test`, password: 'password1234' },
      { headers: { 'x-forwarded-for': address } },
    );

test('many guessable passwords at once are refused or put off, each with its reason', async () => {
  const requests = Array.from({ length: 200 }, (_, n) => register(n, `203.0.113.${n % 8}`));
  const answers = await Promise.all(requests);
  const refused = answers.filter(({ status }) => status === 422);
  expect(refused.length).toBeGreaterThanOrEqual(100);
  expect(new Set(refused.map(({ body }) => body.errors[0].field))).toEqual(new Set(['password']));
  // 503 is for those who wait too long for the database, where other programs keep the machine busy.
  const putOff = answers.filter(({ status }) => status !== 422);
  for (const { status, headers } of putOff)
    expect(['429 after 5', '503 after 2']).toContain(`${status} after ${headers.get('retry-after')}`);
});

test('whoever asks for very many keeps nobody else from being checked', async () => {
  const flood = Array.from({ length: 150 }, (_, n) => register(n, '198.51.100.1'));
  const other = await register(1000, '198.51.100.2');
  expect(other.status).toBe(422);
  for (const { status } of await Promise.all(flood)) expect([422, 429]).toContain(status);
});
