// `npm run check`: what must be green before a commit, fast: format, lint, types, unit tests.
import { run } from './process.mjs';
import { STATIC_CHECKS } from './static-checks.mjs';

const red = [];
for (const check of [
  ...STATIC_CHECKS,
  {
    name: 'unit',
    run: () =>
      run('vitest', ['run', '--project=unit', '--passWithNoTests', '--silent=passed-only', '--reporter=default']),
  },
]) {
  const begun = Date.now();
  const code = await check.run();
  if (code !== 0) red.push(check.name);
  process.stdout.write(`${code === 0 ? 'ok ' : 'RED'} ${check.name} (${((Date.now() - begun) / 1000).toFixed(1)} s)\n`);
}
process.exitCode = red.length === 0 ? 0 : 1;
