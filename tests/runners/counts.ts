import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as v from 'valibot';

export type Counts = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** One text per failure: place, title, reason. Printed last, because logs may be truncated. */
  readonly failures: readonly string[];
  readonly files: readonly FileTime[];
};

export type FileTime = { readonly file: string; readonly seconds: number };

const vitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
  testResults: v.array(
    v.object({
      status: v.string(),
      name: v.string(),
      message: v.optional(v.string(), ''),
      startTime: v.optional(v.number(), 0),
      endTime: v.optional(v.number(), 0),
      assertionResults: v.array(
        v.object({
          status: v.string(),
          fullName: v.string(),
          failureMessages: v.optional(v.array(v.string()), []),
        }),
      ),
    }),
  ),
});

/**
 * Reads vitest's JSON report. A file that failed outside its tests counts as one failure.
 * @param root folder that file names are relative to
 */
export function vitestCounts(report: unknown, root: string): Counts {
  const read = v.parse(vitestReport, report);
  const brokenFiles = read.testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((each) => each.status === 'failed'),
  );
  return {
    passed: read.numPassedTests,
    failed: read.numFailedTests + brokenFiles.length,
    skipped: read.numPendingTests + read.numTodoTests,
    failures: [
      ...brokenFiles.map((file) => failure(file.name, '', file.message)),
      ...read.testResults.flatMap((file) =>
        file.assertionResults
          .filter((each) => each.status === 'failed')
          .map((each) => failure(file.name, each.fullName, each.failureMessages.join('\n'))),
      ),
    ],
    files: read.testResults
      // Files without a matching test are in the report, too.
      .filter((file) => file.assertionResults.some(({ status }) => /passed|failed/.test(status)))
      .map(({ name, startTime, endTime }) => ({
        file: path.relative(root, name),
        seconds: (endTime - startTime) / 1_000,
      })),
  };
}

const MAX_LINES = 8;

function failure(where: string, which: string, why: string): string {
  const lines = stripVTControlCharacters(why)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return [`${where} › ${which}`, ...lines.slice(0, MAX_LINES).map((line) => `    ${line}`)].join(
    '\n',
  );
}

const said = v.object({ message: v.optional(v.string(), '') });

type Suite = {
  readonly suites?: readonly Suite[] | undefined;
  readonly specs?:
    | readonly {
        readonly ok: boolean;
        readonly title: string;
        readonly file: string;
        readonly line: number;
        readonly tests: readonly {
          readonly results: readonly {
            readonly duration: number;
            readonly errors: readonly { readonly message: string }[];
          }[];
        }[];
      }[]
    | undefined;
};

const suite: v.GenericSchema<unknown, Suite> = v.object({
  suites: v.optional(v.array(v.lazy(() => suite))),
  specs: v.optional(
    v.array(
      v.object({
        ok: v.boolean(),
        title: v.string(),
        file: v.string(),
        line: v.number(),
        tests: v.array(
          v.object({
            results: v.array(
              v.object({ duration: v.optional(v.number(), 0), errors: v.array(said) }),
            ),
          }),
        ),
      }),
    ),
  ),
});

const playwrightReport = v.object({
  config: v.optional(v.object({ rootDir: v.optional(v.string(), '') }), {}),
  errors: v.array(said),
  suites: v.optional(v.array(suite), []),
  stats: v.object({
    expected: v.number(),
    unexpected: v.number(),
    flaky: v.number(),
    skipped: v.number(),
  }),
});

export function playwrightCounts(report: unknown, root: string): Counts {
  const { config, errors, stats, suites } = v.parse(playwrightReport, report);
  const milliseconds = new Map<string, number>();
  for (const { file, tests } of suites.flatMap(specsIn)) {
    const name = path.relative(root, path.resolve(root, config.rootDir ?? '', file));
    const taken = tests.flatMap(({ results }) => results.map(({ duration }) => duration));
    const before = milliseconds.get(name) ?? 0;
    milliseconds.set(
      name,
      taken.reduce((total, each) => total + each, before),
    );
  }
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: [
      ...errors.map(({ message }) => failure('outside the tests', '', message)),
      ...suites
        .flatMap(specsIn)
        .filter(({ ok }) => !ok)
        .map(failureOf),
    ],
    files: [...milliseconds].map(([file, each]) => ({ file, seconds: each / 1_000 })),
  };
}

type Spec = NonNullable<Suite['specs']>[number];

function specsIn({ suites = [], specs = [] }: Suite): Spec[] {
  return [...suites.flatMap(specsIn), ...specs];
}

function failureOf({ title, file, line, tests }: Spec): string {
  const errors = tests.flatMap(({ results }) => results.flatMap((each) => each.errors));
  return failure(`${file}:${line}`, title, errors.map(({ message }) => message).join('\n'));
}

export function withExitCode(counts: Counts, exitCode: number | null): Counts {
  if (exitCode === 0 || counts.failed > 0) return counts;
  const failures = [
    `The runner ended with ${exitCode ?? 'a signal'}, but reported no failed test.`,
  ];
  return { ...counts, failed: 1, failures };
}

export function sum(all: readonly Counts[]): Counts {
  return {
    passed: all.reduce((total, each) => total + each.passed, 0),
    failed: all.reduce((total, each) => total + each.failed, 0),
    skipped: all.reduce((total, each) => total + each.skipped, 0),
    failures: all.flatMap((each) => each.failures),
    files: all.flatMap((each) => each.files),
  };
}
