import { run, runQuietly } from './process.mjs';

/** The checks that read the code without running it; `npm run check` and `npm test` both run them. */
export const STATIC_CHECKS = [
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
    run: async () => {
      // The boundary rule reads Nx's stored project graph, and says nothing at all when there is none.
      const graph = await runQuietly('nx', ['show', 'projects']);
      if (graph !== 0) return graph;
      return run('eslint', [
        ...['--max-warnings=0', '--cache', '--cache-strategy=content', '--cache-location=node_modules/.cache/eslint/'],
        '.',
      ]);
    },
  },
  { name: 'migrations', run: () => run('node', ['tools/migrations/check.mjs']) },
  { name: 'types', run: () => run('nx', ['run-many', '-t', 'typecheck', '--output-style=static']) },
];
