import {
  fewestRetentionDays,
  MAX_RETENTION_DAYS,
  RETAINED,
  type RetentionDays,
} from '../config/retention.ts';
import { readConfig } from '../config/config.ts';
import { purgeExpired } from '../domain/retention/purge-expired.ts';
import { readClock } from '../settings.ts';
import { runCommand, readCount, readOptions } from './command-line.ts';
import { withShopDb } from './shop-database.ts';

/**
 * `npm run retention [-- --sessions 30 --messages 400 …]`: deletes expired data now (docs/operations.md "Retention") and
 * prints the counts. The worker does it daily. A number of days, up to 36,500, may be given for each kind:
 * --sessions, --notices, --access, --carts, --forms, --messages, --mails, --players.
 */
await runCommand(async () => {
  const options = readOptions(RETAINED);
  const { retentionDays } = readConfig(process.env);
  // Verified by the list: each kind has its days.
  const days = Object.fromEntries(
    RETAINED.map((kind) => [
      kind,
      readCount(
        kind,
        options[kind],
        retentionDays[kind],
        MAX_RETENTION_DAYS,
        fewestRetentionDays(kind),
      ),
    ]),
  ) as RetentionDays;
  await withShopDb({ name: 'retention', connections: 2 }, async (db) => {
    const gone = await purgeExpired({ db, clock: await readClock(db) }, days);
    for (const kind of RETAINED) {
      console.log(`${kind}: ${gone[kind]} older than ${days[kind]} days`);
    }
  });
});
