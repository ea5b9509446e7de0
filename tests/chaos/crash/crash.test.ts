import { describe, expect, it } from 'vitest';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { reportOf } from '../report.ts';
import { torture } from '../run.ts';

/** Of sixty plans each kind is one at least (torture/plans.ts). `npm run torture` is the long form. */
const PURCHASES = 60;
const CLIENTS = 16;
const SETTLED_WITHIN_MS = 600_000;

const environment = sharedEnvironment({ processes: true, fsync: true });

describe('kill -9', () => {
  it('[S08] [F15] [F17] of server, worker and database and every fault outside during 60 purchases lose and double nothing', async () => {
    const report = await torture(environment(), {
      purchases: PURCHASES,
      // Another one every time; a failure names it.
      seed: Date.now() % 1_000_000,
      clients: CLIENTS,
      rhythm: { killEveryMs: [400, 2_000], faultEveryMs: [200, 900] },
      settledWithinMs: SETTLED_WITHIN_MS,
      isHurried: true,
      log: () => undefined,
    });
    const { kills } = report.chaos;
    expect(report.verdict.wrong, reportOf(report)).toEqual([]);
    expect(kills.server + kills.worker + kills.database).toBeGreaterThanOrEqual(1);
    expect(report.chaos.faults.size).toBeGreaterThanOrEqual(5);
    expect(report.verdict.captures.delivered).toBeGreaterThanOrEqual(PURCHASES / 3);
  }, 1_200_000);
});
