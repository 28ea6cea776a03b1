import { defineConfig } from 'vitest/config';

// mutate.mjs sets the mutated source here, in the same process.
const mutant = {
  name: 'mutant',
  enforce: 'pre',
  load: (id) => (id.split('?', 1)[0] === globalThis.mutant?.file ? globalThis.mutant.text : undefined),
};

/** The unit and database tests, with one file replaced by its mutant. */
export default defineConfig({
  resolve: { tsconfigPaths: true },
  plugins: [mutant],
  // Otherwise edits of other files would start unrelated runs.
  server: { watch: null },
  test: {
    // The disk cache is keyed by the content on disk, not by the mutated content.
    fsModuleCache: false,
    include: ['libs/domain/src/**/*.spec.ts', 'apps/api/src/**/*.spec.ts'],
    setupFiles: ['./libs/testing/src/setup-metadata.ts'],
    // A slow machine must not make a mutant count as detected.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    pool: 'threads',
  },
});
