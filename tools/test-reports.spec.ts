import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { describeFailures, readPlaywright, readVitest, summary } from './test-reports.mjs';
import { ROOT } from './process.mjs';

const folder = mkdtempSync(join(tmpdir(), 'reports-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function report(content: unknown): string {
  const file = join(folder, `${crypto.randomUUID()}.json`);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const ended = (code: number) => ({ code, errors: '' });

const vitestReport = (testResults: unknown[] = []): string =>
  report({ numPassedTests: 3, numPendingTests: 1, numTodoTests: 1, testResults });

const vitestTest = (title: string, status: string, failureMessages: string[] = []): unknown => ({
  ancestorTitles: ['', 'a group'],
  title,
  status,
  failureMessages,
});

const path = join(ROOT, 'libs/some.spec.ts');
const failed = {
  name: path,
  status: 'failed',
  message: '',
  assertionResults: [
    vitestTest('one', 'failed', ['Error: no']),
    vitestTest('two', 'failed'),
    vitestTest('three', 'passed'),
  ],
};

describe('the outcome of a ring', () => {
  test('counts what its report counts, and names what failed', () => {
    expect(readVitest(vitestReport([failed]), ended(1))).toEqual({
      passed: 3,
      failed: 2,
      skipped: 2,
      failures: [
        { name: 'libs/some.spec.ts › a group › one', messages: ['Error: no'], passedLater: false },
        { name: 'libs/some.spec.ts › a group › two', messages: [], passedLater: false },
      ],
    });
  });

  test('names a test that passed on its second try, which is no failure', () => {
    const file = vitestReport([
      { ...failed, status: 'passed', assertionResults: [vitestTest('one', 'passed', ['Error: no'])] },
    ]);
    expect(readVitest(file, ended(0))).toMatchObject({
      failed: 0,
      failures: [{ name: 'libs/some.spec.ts › a group › one', passedLater: true }],
    });
  });

  test('counts a file that could not be loaded as one failure', () => {
    const file = vitestReport([{ name: path, status: 'failed', message: 'no such module', assertionResults: [] }]);
    expect(readVitest(file, ended(1))).toMatchObject({
      failed: 1,
      failures: [{ name: 'libs/some.spec.ts', messages: ['no such module'], passedLater: false }],
    });
  });

  const runner = (code: number, ...errors: string[]) => ({
    name: 'the test runner',
    messages: [`No test failed, but it ended with code ${code}. Its last errors:`, ...errors],
    passedLater: false,
  });

  test('is one failure, with its last errors, when the runner failed and no test did', () => {
    const stack = Array<string>(29).fill('    at some.ts');
    const errors = ['much before', '\u001b[31mError: in a timer\u001b[39m', '', ...stack, ''].join('\n');
    const outcome = readVitest(vitestReport(), { code: 1, errors });
    const failures = [runner(1, 'Error: in a timer', ...stack)];
    expect(outcome).toEqual({ passed: 3, failed: 1, skipped: 2, failures });
  });

  test('is one failure when the ring crashed before reporting', () => {
    const crashed = { passed: 0, failed: 1, skipped: 0 };
    expect(readVitest(join(folder, 'none.json'), ended(1))).toMatchObject(crashed);
    expect(readPlaywright(join(folder, 'none.json'), ended(134))).toEqual({
      ...crashed,
      failures: [runner(134)],
    });
  });

  test('takes a browser test as passed that passed on its second try', () => {
    const spec = (title: string, status: string): unknown => ({
      title,
      tests: [{ status, results: [{ errors: [{ message: 'Error: late' }] }, { errors: [] }] }],
    });
    const file = report({
      stats: { expected: 4, flaky: 1, unexpected: 2, skipped: 3 },
      suites: [
        {
          title: 'links.e2e-spec.ts',
          specs: [spec('opens', 'expected')],
          suites: [{ title: 'links', specs: [spec('saves', 'flaky'), spec('goes', 'unexpected')] }],
        },
      ],
    });
    expect(readPlaywright(file, ended(1))).toEqual({
      passed: 5,
      failed: 2,
      skipped: 3,
      failures: [
        { name: 'links.e2e-spec.ts › links › saves', messages: ['Error: late'], passedLater: true },
        { name: 'links.e2e-spec.ts › links › goes', messages: ['Error: late'], passedLater: false },
      ],
    });
  });
});

describe('what is said at the end', () => {
  test('of a failure is its name and the beginning of its messages, without colours', () => {
    const long = ['\u001b[31mError: no\u001b[39m', ...Array.from({ length: 40 }, (_, line) => `at ${String(line)}`)];
    const said = describeFailures([{ name: 'some › one', messages: [long.join('\n')], passedLater: false }]);
    expect(said.slice(0, 3)).toEqual(['failed: some › one', '    Error: no', '    at 0']);
    expect(said).toHaveLength(16);
  });

  test('of many failures is how many there are', () => {
    const many = Array.from({ length: 23 }, (_, one) => ({ name: String(one), messages: [], passedLater: true }));
    expect(describeFailures(many).slice(-2)).toEqual(['passed on its second try: 19', 'and 3 more']);
  });
});

test('the last line names skipped tests only when there are some', () => {
  expect(summary({ passed: 2, failed: 0, skipped: 0 })).toBe('2 passed, 0 failed');
  expect(summary({ passed: 2, failed: 1, skipped: 3 })).toBe('2 passed, 1 failed, 3 skipped');
});
