import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Against standing still only: a busy machine takes its time.
const SLOW_MS = 300_000;

// The TypeScript transform reads decorators and their metadata from each tsconfig, and the library paths too.
const resolve = { tsconfigPaths: true };
const setupFiles = ['./libs/testing/src/setup-metadata.ts'];
const globalSetup = ['./tools/postgres.setup.ts'];
const patience = { testTimeout: SLOW_MS, hookTimeout: SLOW_MS };

// A build server may starve a process of time in the middle of a fault that a test makes; it tries such a test once more
// and names it. On a developer's machine nothing is tried twice.
const retry = process.env['CI'] === undefined ? 0 : 1;

// The whole suite is meant for two cores. Tests of the database wait for it a fifth of the time; the API ring mostly waits: for
// processes that start, time-outs, mails.
const [BUSY_WORKERS, DATABASE_WORKERS, WAITING_WORKERS] = [2, 3, 5];

// A worker that is kept reads its modules once for all its files.
const oneForAll = { pool: 'threads', isolate: false } as const;

const UNIT = ['libs/{contracts,domain,testing}/src/**/*.spec.ts', 'apps/api/src/**/*.spec.ts'];
const WITH_DATABASE = '**/*.db.spec.ts';
/** Compares the statements of two versions of PostgreSQL, so that it needs a server of each. */
const OF_VERSIONS = '**/*.versions.db.spec.ts';
// What `vi.mock` replaces must not be there for other files, nor a module that they have read already for this one.
const MOCKING = globSync(UNIT, { cwd: import.meta.dirname, exclude: [WITH_DATABASE] }).filter((file) =>
  /\bvi\.(?:doMock|mock)\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
);

/**
 * Begins each project with what takes longest, so that nothing long is left alone at the end. Vitest knows that from runs
 * before, of which a build server has none, or else takes it from the size of a file; but those that wait for faults are short.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      /\/(?:load|faults|fuzz|model|operation)\//.test(moduleId);
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((some) => [...some.filter(isLong), ...some.filter((file) => !isLong(file))]);
  }
}

/** Rings with different numbers of workers take turns when more than one is run. */
const inTurn = (groupOrder: number, maxWorkers: number) => ({ maxWorkers, sequence: { groupOrder } });

/** One project per ring. The dashboard's unit tests run through Angular's own builder. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          ...inTurn(0, BUSY_WORKERS),
          ...oneForAll,
          include: UNIT,
          exclude: [WITH_DATABASE, ...MOCKING],
          setupFiles,
          ...patience,
        },
      },
      {
        resolve,
        test: { name: 'unit-mocked', ...inTurn(0, BUSY_WORKERS), include: MOCKING, setupFiles, ...patience },
      },
      {
        resolve,
        test: {
          name: 'db',
          ...inTurn(1, DATABASE_WORKERS),
          ...oneForAll,
          include: ['apps/api/src/**/*.db.spec.ts', 'libs/testing/src/**/*.db.spec.ts'],
          exclude: [OF_VERSIONS],
          globalSetup,
          setupFiles,
          retry,
          ...patience,
        },
      },
      {
        resolve,
        test: {
          name: 'db-oldest',
          ...inTurn(1, DATABASE_WORKERS),
          ...oneForAll,
          // What a planner can do badly: writing and summing clicks, reports, lists, the redirect's look-ups, migrations.
          include: [
            'apps/api/src/{clicks,analytics,redirect}/**/*.db.spec.ts',
            'apps/api/src/links/list/*.db.spec.ts',
            'apps/api/src/platform/database/migrations.db.spec.ts',
          ],
          // Looks where a value is stored, which PostgreSQL tells since 17.
          exclude: ['**/click-hours.db.spec.ts'],
          globalSetup: ['./tools/oldest-postgres.setup.ts'],
          setupFiles,
          retry,
          ...patience,
        },
      },
      {
        resolve,
        test: {
          name: 'api',
          ...inTurn(2, WAITING_WORKERS),
          ...oneForAll,
          include: ['apps/api-e2e/src/**/*.e2e-spec.ts'],
          globalSetup,
          retry,
          ...patience,
        },
      },
      {
        resolve,
        test: { name: 'tools', include: ['tools/**/*.spec.ts'], ...inTurn(3, BUSY_WORKERS), ...patience },
      },
    ],
  },
});
