import { reportOf, torture } from '../chaos/run.ts';
import { endAndTell, endOnSignals } from '../../tools/ending.ts';
import { writeFigures } from '../support/docs-figures.ts';
import { readCount, readOptions } from '../../apps/api/src/operator/command-line.ts';
import { startTestEnvironment } from '../support/environment.ts';

const DEFAULT_PURCHASES = 1_000;

/**
 * Chaos test: 16 clients buy while server, worker and database are killed with -9 or frozen, the clock jumps, and
 * every fault occurs at the gateways and games; then every cent is compared with the sandbox's statement:
 *
 *     npm run torture                                      # 1,000 purchases; writes docs/torture.md
 *     npm run torture -- --purchases 10000 --seed 7        # more, with the same plans, kills and faults again
 *
 * Exit code 1, with its name, when a rule is violated.
 */
endOnSignals();
try {
  const given = readOptions(['purchases', 'seed']);
  const purchases = readCount('purchases', given.purchases, DEFAULT_PURCHASES);
  const seed = readCount('seed', given.seed, Date.now() % 1_000_000);
  const command = `npm run torture -- --purchases ${purchases} --seed ${seed}`;
  console.log(`torture: ${purchases} purchases, seed ${seed}`);
  const environment = await startTestEnvironment({ fsync: true });
  try {
    const report = await torture(environment, {
      purchases,
      seed,
      clients: 16,
      rhythm: {
        killEveryMs: [1_500, 7_000],
        faultEveryMs: [300, 1_500],
        freezeEveryMs: [2_000, 20_000],
        jumpEveryMs: [2_000, 20_000],
      },
      settledWithinMs: 20 * 60_000,
      isHurried: false,
      log: (line) => console.log(line),
    });
    const table = reportOf(report);
    console.log(table);
    if (purchases >= DEFAULT_PURCHASES) await writeFigures('torture.md', command, table);
    process.exitCode = report.verdict.wrong.length === 0 ? 0 : 1;
  } finally {
    await environment.stop();
  }
} catch (error) {
  await endAndTell(error);
}
