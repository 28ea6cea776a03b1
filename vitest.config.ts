import { defineConfig } from 'vitest/config';

const SLOW_MS = 120_000;

// The TypeScript transform reads decorators and their metadata from each tsconfig, and the library paths too.
const resolve = { tsconfigPaths: true };
const setupFiles = ['./libs/testing/src/setup-metadata.ts'];
const globalSetup = ['./tools/postgres.setup.ts'];
const patience = { testTimeout: SLOW_MS, hookTimeout: SLOW_MS };

// A build server may starve a process of time in the middle of a fault that a test makes; it tries such a test once more
// and names it. On a developer's machine nothing is tried twice.
const retry = process.env['CI'] === undefined ? 0 : 1;

/** One project per ring. The dashboard's unit tests run through Angular's own builder. */
export default defineConfig({
  test: {
    // The whole suite is meant for two cores.
    maxWorkers: 2,
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          include: ['libs/{contracts,domain,testing}/src/**/*.spec.ts', 'apps/api/src/**/*.spec.ts'],
          exclude: ['**/*.db.spec.ts'],
          setupFiles,
          ...patience,
        },
      },
      {
        resolve,
        test: {
          name: 'db',
          include: ['apps/api/src/**/*.db.spec.ts', 'libs/testing/src/**/*.db.spec.ts'],
          globalSetup,
          setupFiles,
          retry,
          ...patience,
        },
      },
      {
        resolve,
        test: {
          name: 'api',
          include: ['apps/api-e2e/src/**/*.e2e-spec.ts'],
          globalSetup,
          retry,
          ...patience,
        },
      },
      {
        resolve,
        test: { name: 'tools', include: ['tools/**/*.spec.ts'], ...patience },
      },
    ],
  },
});
