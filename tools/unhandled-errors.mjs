// A reporter of vitest, whose JSON report leaves out what fails a run besides tests: errors outside of them.
import { writeFileSync } from 'node:fs';

export default class UnhandledErrors {
  onTestRunEnd(modules, errors) {
    const file = process.env.UNHANDLED_ERRORS_FILE;
    if (file === undefined || errors.length === 0) return;
    writeFileSync(file, JSON.stringify(errors.map(({ message, stack }) => stack ?? message)));
  }
}
