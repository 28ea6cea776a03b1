import { run } from './process.mjs';

/**
 * The static checks; `npm run check` and `npm test` both run them, the first one alone and then the others in parallel:
 * most of their time is one thread of the linter.
 */
const STATIC_CHECKS = [
  { name: 'types', run: () => run('nx', ['run-many', '-t', 'typecheck', '--output-style=static']) },
  {
    name: 'format',
    run: () =>
      run('prettier', [
        '--check',
        '--log-level=warn',
        '--cache',
        '--cache-location=node_modules/.cache/prettier-check',
        '.',
      ]),
  },
  {
    name: 'lint',
    // Without a cache: for type-aware rules it would keep a file green after a type in another file has changed.
    run: () => run('eslint', ['--max-warnings=0', '.']),
  },
  { name: 'unused files, exports and packages', run: () => run('knip', ['--cache', '--no-progress']) },
  { name: 'migrations', run: () => run('node', ['tools/migrations/check.mjs']) },
];

/**
 * Runs them and reports for each whether it passed.
 *
 * @param {readonly { name: string, run: () => Promise<number> }[]} [more] run in parallel with them
 * @returns {Promise<{ name: string, isGreen: boolean }[]>} one for each
 */
export async function runStaticChecks(more = []) {
  const timed = async (check) => {
    const begun = Date.now();
    const isGreen = (await check.run()) === 0;
    process.stdout.write(`${isGreen ? 'ok ' : 'RED'} ${check.name} (${((Date.now() - begun) / 1000).toFixed(0)} s)\n`);
    return { name: check.name, isGreen };
  };
  const [first, ...others] = STATIC_CHECKS;
  return [await timed(first), ...(await Promise.all([...others, ...more].map(timed)))];
}
