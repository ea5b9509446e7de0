import { RETENTION_DAYS, purgeExpired, type Retained } from '../domain/retention/purge-expired.ts';
import { readClock } from '../settings.ts';
import { runCommand, readCount, readOptions } from './command-line.ts';
import { withShopDb } from './shop-database.ts';

/** A hundred years, which keeps dates within their range. */
const MOST_DAYS = 36_500;

/**
 * `npm run retention [-- --sessions 30 --messages 400 …]`, once a day: deletes expired data (README "What is kept, and
 * for how long") and prints the counts. A number of days, up to 36,500, may be given for each kind:
 * --sessions, --notices, --access, --carts, --forms, --messages, --players.
 */
await runCommand(async () => {
  const kinds = Object.keys(RETENTION_DAYS) as Retained[];
  const options = readOptions(kinds);
  const days = Object.fromEntries(
    kinds.map((kind) => [kind, readCount(kind, options[kind], RETENTION_DAYS[kind], MOST_DAYS)]),
  ) as Record<Retained, number>;
  await withShopDb({ name: 'retention', connections: 2 }, async (db) => {
    const gone = await purgeExpired({ db, clock: await readClock(db) }, days);
    for (const kind of kinds) console.log(`${kind}: ${gone[kind]} older than ${days[kind]} days`);
  });
});
