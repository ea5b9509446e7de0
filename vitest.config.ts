import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { LongestFirst } from './tests/support/longest-first.ts';
import { TIERS } from './tests/tiers.ts';

const ALL = [
  'apps/**/*.test.{ts,tsx}',
  'packages/**/*.test.ts',
  'catalogue/**/*.test.ts',
  'tests/**/*.test.ts',
];

const { full, more, system, database } = TIERS;

type Pool = { readonly pool: 'forks' | 'threads'; readonly isolate: boolean };

function project(
  name: string,
  include: readonly string[],
  exclude: readonly string[],
  pool: Pool,
): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include: [...include],
      exclude: ['**/node_modules/**', '**/dist/**', ...exclude],
      ...pool,
      testTimeout: 300_000,
      hookTimeout: 300_000,
      restoreMocks: true,
      // Allows for a busy machine.
      expect: { requireAssertions: true, poll: { timeout: 60_000 } },
    },
    oxc: { jsx: { runtime: 'automatic' } },
  };
}

// Files of one worker share its modules where `isolate` is false, so no file may leave state in them.
export default defineConfig({
  test: {
    projects: [
      project('unit', ALL, [...full, ...more, ...system, ...database], {
        pool: 'threads',
        isolate: false,
      }),
      project('database', database, [...full, ...more, ...system], {
        pool: 'forks',
        isolate: false,
      }),
      project('system', system, [...full, ...more], { pool: 'forks', isolate: false }),
      project('full', full, [], { pool: 'forks', isolate: true }),
      project('full: more', more, full, { pool: 'forks', isolate: false }),
    ],
    // One PostgreSQL for the whole run, started when the first test asks for a database.
    globalSetup: ['tests/support/vitest-setup.ts'],
    teardownTimeout: 120_000,
    // Exceeds the cores of a small machine, because the longest tests mostly wait.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
  },
});
