import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readPlaywright, readVitest, summary } from './test.mjs';

const folder = mkdtempSync(join(tmpdir(), 'reports-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function report(content: unknown): string {
  const file = join(folder, `${crypto.randomUUID()}.json`);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const vitestReport = (failed: number, testResults: unknown[] = []): string =>
  report({ numPassedTests: 3, numFailedTests: failed, numPendingTests: 1, numTodoTests: 1, testResults });

describe('the counts of a ring', () => {
  test('are those of its report', () => {
    expect(readVitest(vitestReport(2), 1)).toEqual({ passed: 3, failed: 2, skipped: 2 });
  });

  test('count a file that could not be loaded as one failure', () => {
    const file = vitestReport(0, [{ status: 'failed', assertionResults: [] }]);
    expect(readVitest(file, 1)).toEqual({ passed: 3, failed: 1, skipped: 2 });
  });

  test('are red when the ring ended red for a reason that no test names', () => {
    expect(readVitest(vitestReport(0), 1)).toEqual({ passed: 3, failed: 1, skipped: 2 });
  });

  test('are one failure when the ring crashed before reporting', () => {
    expect(readVitest(join(folder, 'none.json'), 1)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(readPlaywright(join(folder, 'none.json'), 134)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  test('take a retried browser test as passed', () => {
    const file = report({ stats: { expected: 4, flaky: 1, unexpected: 2, skipped: 3 } });
    expect(readPlaywright(file, 1)).toEqual({ passed: 5, failed: 2, skipped: 3 });
  });
});

test('the last line names skipped tests only when there are some', () => {
  expect(summary({ passed: 2, failed: 0, skipped: 0 })).toBe('2 passed, 0 failed');
  expect(summary({ passed: 2, failed: 1, skipped: 3 })).toBe('2 passed, 1 failed, 3 skipped');
});
