import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { reportOf, torture } from '../run.ts';

/** Sixty purchases contain each kind; `npm run torture` is the long form. */
const PURCHASES = 60;
/** On a busy machine most buyers meet a fault and give up; the run must still deliver some. */
const LEAST_DELIVERED = 5;

const environment = sharedEnvironment({ processes: true, fsync: true });

describe('kill -9', () => {
  it('[S08] [F15] [F17] loses and doubles nothing in 60 purchases while server, worker and database die and freeze, the clock jumps and every fault occurs', async () => {
    const report = await torture(environment(), {
      purchases: PURCHASES,
      // Printed by a failure.
      seed: Date.now() % 1_000_000,
      clients: 16,
      rhythm: {
        killEveryMs: [400, 2_000],
        faultEveryMs: [200, 900],
        freezeEveryMs: [500, 4_000],
        jumpEveryMs: [500, 4_000],
      },
      settledWithinMs: 600_000,
      isHurried: true,
      log: () => undefined,
    });
    const { kills, freezes, jumps, faults } = report.chaos;
    expect(report.verdict.wrong, reportOf(report)).toEqual([]);
    expect(kills.server + kills.worker + kills.database).toBeGreaterThanOrEqual(1);
    expect(freezes.server + freezes.worker + freezes.database).toBeGreaterThanOrEqual(1);
    expect(jumps.count).toBeGreaterThanOrEqual(1);
    expect(faults.size).toBeGreaterThanOrEqual(5);
    expect(report.verdict.captures.delivered).toBeGreaterThanOrEqual(LEAST_DELIVERED);
  }, 1_200_000);
});
