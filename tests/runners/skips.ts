import type { Reporter, TestCase } from 'vitest/node';

/** Reporter of vitest that names each test which this machine could not run, with its reason. */
export default class Skips implements Reporter {
  private readonly lines: string[] = [];

  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    // Tests that a filter leaves out have no reason.
    if (result.state !== 'skipped' || result.note === undefined) return;
    this.lines.push(`SKIPPED: ${test.fullName}: ${result.note}`);
  }

  onTestRunEnd(): void {
    if (this.lines.length > 0) console.log(`\n${this.lines.join('\n')}`);
  }
}
