// What the runners' reports say, in the terms of `npm test`.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ROOT } from './process.mjs';

/**
 * How a runner ended: its exit code, and what it wrote to standard error.
 *
 * @typedef {{ code: number, errors: string }} Ended
 */

/**
 * A test that failed, if only at its first try.
 *
 * @typedef {{ name: string, messages: string[], passedLater: boolean }} Failure
 * @typedef {{ passed: number, failed: number, skipped: number, failures: Failure[] }} Outcome
 */

/** Number of failures listed: hundreds of failures have one cause, which the first few show. */
const NAMED_AT_MOST = 20;
const LINES_OF_A_MESSAGE = 15;
const LINES_OF_A_RUNNER = 30;

/**
 * A test file that could not even be loaded has no tests to count, but it is a failure; so is a runner that failed though
 * no test did, because of an error outside of the tests or a crash.
 *
 * @param {string} file what vitest's JSON reporter wrote; Angular's builder writes the same
 * @param {Ended} ended
 * @returns {Outcome}
 */
export function readVitest(file, ended) {
  const report = readJson(file);
  if (report === null) return crashed(ended);
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const path = relative(ROOT, name);
    const some = assertionResults
      .filter((test) => test.status === 'failed' || (test.status === 'passed' && test.failureMessages.length > 0))
      .map((test) => ({
        name: [path, ...test.ancestorTitles.filter((title) => title !== ''), test.title].join(' › '),
        messages: test.failureMessages,
        passedLater: test.status === 'passed',
      }));
    const isUnloadable = status === 'failed' && some.every(({ passedLater }) => passedLater);
    return isUnloadable ? [...some, { name: path, messages: [message], passedLater: false }] : some;
  });
  return redWhen(ended, {
    passed: report.numPassedTests,
    failed: failures.filter(({ passedLater }) => !passedLater).length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  });
}

/**
 * @param {string} file what Playwright's JSON reporter wrote
 * @param {Ended} ended
 * @returns {Outcome}
 */
export function readPlaywright(file, ended) {
  const report = readJson(file);
  if (report === null) return crashed(ended);
  const { expected, flaky, unexpected, skipped } = report.stats;
  const failures = report.suites
    .flatMap((suite) => specsOf(suite, []))
    .flatMap(({ name, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status, results }) => ({
          name,
          messages: results.flatMap(({ errors }) => errors.map(({ message }) => message)),
          passedLater: status === 'flaky',
        })),
    );
  return redWhen(ended, { passed: expected + flaky, failed: unexpected, skipped, failures });
}

/** The last line of a run. */
export function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * Repeats the failures at the end, where they are found in a long output.
 *
 * @param {Failure[]} failures
 */
export function describeFailures(failures) {
  const lines = failures.slice(0, NAMED_AT_MOST).flatMap(({ name, messages, passedLater }) => [
    `${passedLater ? 'passed on its second try' : 'failed'}: ${name}`,
    ...messages.flatMap((message) =>
      stripVTControlCharacters(message)
        .split('\n')
        .slice(0, LINES_OF_A_MESSAGE)
        .map((line) => `    ${line}`),
    ),
  ]);
  const unnamed = failures.length - NAMED_AT_MOST;
  return unnamed > 0 ? [...lines, `and ${unnamed} more`] : lines;
}

function specsOf({ title, specs = [], suites = [] }, above) {
  const path = [...above, title];
  return [
    ...specs.map((spec) => ({ name: [...path, spec.title].join(' › '), tests: spec.tests })),
    ...suites.flatMap((suite) => specsOf(suite, path)),
  ];
}

function redWhen({ code, errors }, outcome) {
  if (code === 0 || outcome.failed > 0) return outcome;
  // An error outside of the tests is the last that a runner says.
  const lines = stripVTControlCharacters(errors)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const messages = [
    `No test failed, but it ended with code ${code}. Its last errors:`,
    ...lines.slice(-LINES_OF_A_RUNNER),
  ];
  return {
    ...outcome,
    failed: 1,
    failures: [...outcome.failures, { name: 'the test runner', messages, passedLater: false }],
  };
}

function crashed(ended) {
  return redWhen(ended, { passed: 0, failed: 0, skipped: 0, failures: [] });
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
