import { expect, test } from 'vitest';
import { playwrightCounts, sum, vitestCounts, withExitCode } from '../runners/counts.ts';

const vitest = {
  numPassedTests: 3,
  numFailedTests: 1,
  numPendingTests: 1,
  numTodoTests: 0,
  testResults: [
    {
      name: '/shop/a.test.ts',
      status: 'passed',
      startTime: 1_000,
      endTime: 2_500,
      assertionResults: [{ status: 'passed', fullName: 'a' }],
    },
    {
      name: '/shop/b.test.ts',
      status: 'failed',
      assertionResults: [{ status: 'failed', fullName: 'b', failureMessages: ['one is not two'] }],
    },
  ],
};
const spec = { ok: false, title: 'c', file: 'c.spec.ts', line: 7 };
const playwright = {
  config: { rootDir: '/shop/e2e' },
  errors: [],
  suites: [
    {
      suites: [
        {
          specs: [
            {
              ...spec,
              tests: [{ results: [{ duration: 2_000, errors: [{ message: 'no button' }] }] }],
            },
          ],
        },
      ],
    },
  ],
  stats: { expected: 4, unexpected: 0, flaky: 1, skipped: 2 },
};

test('counts what both runners report', () => {
  expect(sum([vitestCounts(vitest, '/shop'), playwrightCounts(playwright, '/shop')])).toEqual({
    passed: 8,
    failed: 1,
    skipped: 3,
    failures: ['/shop/b.test.ts › b\n    one is not two', 'c.spec.ts:7 › c\n    no button'],
    files: [
      { file: 'a.test.ts', seconds: 1.5 },
      { file: 'b.test.ts', seconds: 0 },
      { file: 'e2e/c.spec.ts', seconds: 2 },
    ],
  });
});

test('counts a test file that does not load as a failure', () => {
  const broken = { name: 'd.test.ts', status: 'failed', message: 'no', assertionResults: [] };
  const counts = vitestCounts({ ...vitest, testResults: [...vitest.testResults, broken] }, '/shop');
  expect(counts.failed).toBe(2);
  expect(counts.failures[0]).toBe('d.test.ts › \n    no');
});

test('counts a browser run whose shop did not start as a failure', () => {
  expect(
    playwrightCounts({ ...playwright, errors: [{ message: 'no shop' }] }, '/shop').failed,
  ).toBe(1);
});

test('counts one failure for a runner that fails without a failed test', () => {
  const fine = playwrightCounts({ ...playwright, suites: [] }, '/shop');
  expect(withExitCode(fine, 1).failed).toBe(1);
  expect(withExitCode(fine, null).failed).toBe(1);
  expect(withExitCode(fine, 0).failed).toBe(0);
});
