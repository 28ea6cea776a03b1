import { defineConfig } from 'vitest/config';

// mutate.mjs puts the changed source here, in this same process.
const mutant = {
  name: 'mutant',
  enforce: 'pre',
  load: (id) => (id.split('?', 1)[0] === globalThis.mutant?.file ? globalThis.mutant.text : undefined),
};

/** The unit and database tests, with one file replaced by its mutant. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  plugins: [mutant],
  // Somebody who works on other files meanwhile would set off runs that nobody asked for.
  server: { watch: null },
  test: {
    // The cache on disk knows a file by its content there, not by what stands in its place.
    fsModuleCache: false,
    include: ['libs/domain/src/**/*.spec.ts', 'apps/api/src/**/*.spec.ts'],
    setupFiles: ['./libs/testing/src/setup-metadata.ts'],
    // A busy machine is no reason to call a change noticed.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    pool: 'threads',
  },
});
