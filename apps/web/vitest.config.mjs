import { defineConfig } from 'vitest/config';

// Against standing still only, as in the other rings: a busy machine takes its time.
const SLOW_MS = 300_000;

/** What Angular's builder does not ask for itself. */
export default defineConfig({ test: { testTimeout: SLOW_MS, hookTimeout: SLOW_MS } });
