// `npm run check`: what must be green before a commit, fast: format, lint, types, unit tests.
import { run } from './process.mjs';
import { runStaticChecks } from './static-checks.mjs';

const unit = () => run('vitest', ['run', '--project=unit*', '--silent=passed-only', '--reporter=default']);

const results = await runStaticChecks([{ name: 'unit', run: unit }]);
process.exitCode = results.every(({ isGreen }) => isGreen) ? 0 : 1;
