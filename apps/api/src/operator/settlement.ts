import { settlementReport } from '../domain/ledger/settlement-report.ts';
import { StartError } from '../platform/start-error.ts';
import { runCommand, readDay, readOptions, writeOutput } from './command-line.ts';
import { withShopDb } from './shop-database.ts';

const DAY_MS = 86_400_000;

/**
 * `npm run settlement -- --from 2026-11-01 --to 2026-11-30` prints the money that each project and channel moved in
 * these days (UTC, both included) as CSV; `--out FILE` writes it to a file.
 */
await runCommand(async () => {
  const options = readOptions(['from', 'to', 'out']);
  const from = readDay('from', options.from);
  const lastDay = readDay('to', options.to);
  if (from > lastDay) throw new StartError(`--from ${options.from} is after --to ${options.to}.`);
  await withShopDb({ name: 'settlement' }, async (db) => {
    const to = new Date(lastDay.getTime() + DAY_MS);
    if (to.getTime() > Date.now()) {
      console.error(`--to ${options.to} has not ended: the sums may still grow.`);
    }
    writeOutput(await settlementReport(db, { from, to }), options.out);
  });
});
