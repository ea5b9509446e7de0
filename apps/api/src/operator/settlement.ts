import { readConfig } from '../config/config.ts';
import { schemaProblem } from '../platform/db/migrate.ts';
import { openDb } from '../platform/db/pool.ts';
import { settlementReport } from '../domain/ledger/settlement-report.ts';
import { StartError } from '../platform/start-error.ts';
import { joinShop } from './database.ts';
import { readDay, readOptions } from './options.ts';
import { printOrKeep } from './out-file.ts';
import { exitWithMessage } from './tell.ts';

const DAY_MS = 86_400_000;

/**
 * `npm run settlement -- --from 2026-11-01 --to 2026-11-30` prints what each project and channel moved in these days
 * (UTC, both inside) as CSV; `--out FILE` writes it there.
 */
try {
  const options = readOptions(['from', 'to', 'out']);
  const from = readDay('from', options.from);
  const lastDay = readDay('to', options.to);
  if (from > lastDay) throw new StartError(`--from ${options.from} is after --to ${options.to}.`);
  const database = await joinShop(readConfig(process.env));
  const db = openDb(database.url, { max: 1, name: 'webpay-settlement' });
  try {
    if (lastDay.getTime() + DAY_MS > Date.now()) {
      console.error(`--to ${options.to} has not ended: what follows may still grow.`);
    }
    const trouble = await schemaProblem(db.pool);
    if (trouble !== null) throw new StartError(trouble);
    const report = await settlementReport(db, {
      from,
      to: new Date(lastDay.getTime() + DAY_MS),
    });
    printOrKeep(report, options.out);
  } finally {
    await db.close();
    await database.stop();
  }
} catch (error) {
  exitWithMessage(error);
}
