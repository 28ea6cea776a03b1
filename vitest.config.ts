import { defineConfig } from 'vitest/config';

const SLOW_MS = 60_000;

// The TypeScript transform reads decorators and their metadata from each tsconfig, and the library paths too.
const resolve = { tsconfigPaths: true };

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
        },
      },
      {
        resolve,
        test: {
          name: 'db',
          include: ['apps/api/src/**/*.db.spec.ts', 'libs/testing/src/**/*.db.spec.ts'],
          globalSetup: ['./tools/test-database.ts'],
          testTimeout: SLOW_MS,
          hookTimeout: SLOW_MS,
        },
      },
      {
        resolve,
        test: {
          name: 'api',
          include: ['apps/api-e2e/src/**/*.e2e-spec.ts'],
          globalSetup: ['./tools/test-database.ts'],
          testTimeout: SLOW_MS,
          hookTimeout: SLOW_MS,
        },
      },
      {
        resolve,
        test: {
          name: 'tools',
          include: ['tools/**/*.spec.ts'],
          testTimeout: SLOW_MS,
          hookTimeout: SLOW_MS,
        },
      },
    ],
  },
});
