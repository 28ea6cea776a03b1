import { defineConfig } from '@playwright/test';
import { findChromium } from '../../tools/chromium.mjs';

const { executablePath, args } = await findChromium();

/** Browser journeys against the built application: one instance per worker, with a database of its own. */
export default defineConfig({
  testDir: 'src',
  globalSetup: './src/support/server.setup.ts',
  outputDir: '../../artifacts/browser',
  // The whole suite is meant for two cores; a page mostly waits for its server and its frames.
  workers: 4,
  // Against standing still only: a busy machine takes its time.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // As in vitest.config.ts: once more on a build server, reported as flaky.
  retries: process.env['CI'] === undefined ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  // The walk through every screen takes longer than all else of a worker, so that it starts before everything.
  projects: [
    { name: 'walk', testMatch: '**/accessibility.e2e-spec.ts' },
    { name: 'journeys', testMatch: '**/*.e2e-spec.ts', testIgnore: '**/accessibility.e2e-spec.ts' },
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    // Frames of motion cost an eighth of the ring's processor time; `focus` and `keyboard` go through all of it.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    // Recording every journey costs a fifth of the ring's time; the second try of a build server is recorded.
    trace: 'on-first-retry',
    launchOptions: { executablePath, args },
  },
});
