import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { reportOf } from '../chaos/report.ts';
import { torture } from '../chaos/run.ts';
import { endAndTell, endOnSignals } from '../../tools/ending.ts';
import { readCount, readOptions } from '../../apps/api/src/operator/options.ts';
import { startTestEnvironment } from '../support/environment.ts';

const DEFAULT_PURCHASES = 1_000;
const CLIENTS = 16;
const PAGE = path.join(import.meta.dirname, '../../docs/torture.md');

/**
 * Buys at 16 clients while server, worker and database die by kill -9 and everything outside goes wrong, and then
 * holds every cent against the sandbox's statement:
 *
 *     npm run torture                                      # 1,000 purchases; writes docs/torture.md
 *     npm run torture -- --purchases 10000 --seed 7        # so many, and the same plans, kills and faults again
 *
 * Ends with 1 when anything is wrong, and says what.
 */
endOnSignals();
try {
  const given = readOptions(['purchases', 'seed']);
  const purchases = readCount('purchases', given.purchases, DEFAULT_PURCHASES);
  const seed = readCount('seed', given.seed, Date.now() % 1_000_000);
  console.log(`torture: ${purchases} purchases, seed ${seed}`);
  const environment = await startTestEnvironment({ fsync: true });
  try {
    const report = await torture(environment, {
      purchases,
      seed,
      clients: CLIENTS,
      rhythm: { killEveryMs: [1_500, 7_000], faultEveryMs: [300, 1_500] },
      settledWithinMs: 20 * 60_000,
      isHurried: false,
      log: (line) => console.log(line),
    });
    const text = reportOf(report);
    console.log(text);
    if (purchases >= DEFAULT_PURCHASES) {
      await writeFile(
        PAGE,
        pageOf(text, `npm run torture -- --purchases ${purchases} --seed ${seed}`),
      );
    }
    process.exitCode = report.verdict.wrong.length === 0 ? 0 : 1;
  } finally {
    await environment.stop();
  }
} catch (error) {
  await endAndTell(error);
}

function pageOf(text: string, command: string): string {
  return `# Torture

Purchases through every channel and card by several characters in six games, while server, worker and database are killed
with -9 at random and every fault of the sandbox environment is switched on at random. Then the outside is well again, rows come
to their end, and the sandbox's statement and mailboxes are held against the shop's rows and books: every capture has
exactly one delivery or one refund (or was lost to its payer's bank), the books equal the statement to the cent by gateway
and currency, no row is stuck, what was captured twice was refunded once. Written by the command that gives it again:

\`\`\`
${command}
\`\`\`

${text}
`;
}
