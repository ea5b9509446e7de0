import { ATTACKS, attackTheme, type Outcome } from '../security/attacks.ts';
import { audit } from '../security/audit.ts';
import { openTarget } from '../security/target.ts';
import { endAndTell, endOnSignals } from '../../tools/ending.ts';
import { writeFigures } from '../support/docs-figures.ts';
import { readCount, readOptions } from '../../apps/api/src/operator/command-line.ts';
import { startTestEnvironment } from '../support/environment.ts';

const DEFAULT_PARALLEL = 1_000;

/**
 * Attacks a whole running shop as a hostile client with the signing secret:
 *
 *     npm run attack                       # races of 1,000 concurrent calls; writes docs/attack.md
 *     npm run attack -- --parallel 100     # as the tests run it; writes nothing
 *
 * Exit code 1, with its name, when an attack succeeds. A test names an empty shop's database in
 * WEBPAY_ATTACK_DATABASE_URL; otherwise the attacked shop brings its own.
 */
endOnSignals();
try {
  const given = readOptions(['parallel']);
  const parallel = readCount('parallel', given.parallel, DEFAULT_PARALLEL);
  const environment = await startTestEnvironment({
    env: { DATABASE_URL: process.env['WEBPAY_ATTACK_DATABASE_URL'] },
  });
  const shop = await openTarget(environment, parallel);
  try {
    const rows: string[] = [];
    const failed: Outcome[] = [];
    for (const theme of Object.keys(ATTACKS)) {
      const outcomes = await attackTheme(shop, theme, ({ title, failure }) =>
        console.log(failure === null ? `ok  ${title}` : `GOT THROUGH  ${title}: ${failure}`),
      );
      const through = outcomes.filter(({ failure }) => failure !== null);
      failed.push(...through);
      rows.push(`| ${theme} | ${outcomes.length} | ${through.length} |`);
    }
    console.log('All attacks have run. Waiting for all work to end, then checking its results.');
    const { wrong, requests, captures } = await audit(shop, 1);
    const { delivered, refunded, lost } = captures;
    const table = [
      '| theme | attacks | got through |',
      '|---|--:|--:|',
      ...rows,
      '',
      `Of ${requests} requests: ${delivered} captures delivered, ${refunded} refunded, ${lost} lost; ${wrong.length} violations in rows, ledger and statements.`,
    ].join('\n');
    console.log([table, ...wrong.map((each) => `- ${each}`)].join('\n'));
    if (parallel >= DEFAULT_PARALLEL) await writeFigures('attack.md', 'npm run attack', table);
    process.exitCode = failed.length + wrong.length === 0 ? 0 : 1;
  } finally {
    await shop.close();
    await environment.stop();
  }
} catch (error) {
  await endAndTell(error);
}
