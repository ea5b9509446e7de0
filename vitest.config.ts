import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';

export default defineConfig({
  test: {
    include: [
      'apps/**/*.test.{ts,tsx}',
      'packages/**/*.test.ts',
      'catalogue/**/*.test.ts',
      'tools/**/*.test.ts',
      'tests/**/*.test.ts',
    ],
    // Starts one PostgreSQL for the run, when the first test asks for a database.
    globalSetup: ['tests/support/vitest-setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 120_000,
    pool: 'forks',
    // Twice the cores of a small machine: the longest tests wait more than they work.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    restoreMocks: true,
    // A machine with other work to do is slow, not wrong.
    expect: { requireAssertions: true, poll: { timeout: 60_000 } },
  },
  oxc: { jsx: { runtime: 'automatic' } },
});
