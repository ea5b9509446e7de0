import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that mostly wait: for processes killed and started, gateways that do not answer, hours that pass. The longest first. */
const LONG = [
  'tests/chaos/crash/crash.test.ts',
  'tests/chaos/crash/full-disk.test.ts',
  'tests/security/fuzz/fuzz.test.ts',
  'tests/security/attack.test.ts',
  'tests/system/payments/gateway-faults.test.ts',
  'tests/system/refunds/money-back.test.ts',
  'apps/storefront/src/ui/kit.test.ts',
  'apps/api/src/http/webhooks.test.ts',
  'tests/system/support/resolutions.test.ts',
  'apps/api/src/domain/reconciliation/reconciliation.test.ts',
  'apps/api/src/platform/db/embedded.test.ts',
  'tools/start.test.ts',
  'apps/sandbox/src/pages.test.ts',
  'tests/system/deliveries/fair-mails.test.ts',
  'tests/system/payments/expiry.test.ts',
  'apps/sandbox/src/webhooks.test.ts',
];

/**
 * A fresh clone knows no times yet, and vitest then goes by the size of files: a short file that takes two minutes would
 * come last, with nothing left to run beside it.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => this.place(one) - this.place(other));
  }

  private place(file: TestSpecification): number {
    const name = path.relative(this.ctx.config.root, file.moduleId).replaceAll('\\', '/');
    const place = LONG.indexOf(name);
    return place === -1 ? LONG.length : place;
  }
}
