import { readConfig } from '../config/config.ts';
import { schemaProblem } from '../platform/db/migrate.ts';
import { openDb } from '../platform/db/pool.ts';
import { RETENTION_DAYS, purgeExpired, type Retained } from '../domain/retention/purge-expired.ts';
import { readClock } from '../settings.ts';
import { StartError } from '../platform/start-error.ts';
import { joinShop } from './database.ts';
import { readCount, readOptions } from './options.ts';
import { exitWithMessage } from './tell.ts';

/** A hundred years; dates have an end. */
const MOST_DAYS = 36_500;

/**
 * `npm run retention [-- --sessions 30 --messages 400 …]`, once a day: deletes what was kept long enough (README "What is
 * kept, and for how long"), and says how much. A number of days, up to 36,500, may be given for each kind:
 * --sessions, --notices, --access, --carts, --forms, --messages, --players.
 */
try {
  const kinds = Object.keys(RETENTION_DAYS) as Retained[];
  const options = readOptions(kinds);
  const days = Object.fromEntries(
    kinds.map((kind) => [kind, readCount(kind, options[kind], RETENTION_DAYS[kind], MOST_DAYS)]),
  ) as Record<Retained, number>;
  const database = await joinShop(readConfig(process.env));
  const db = openDb(database.url, { max: 2, name: 'webpay-retention' });
  try {
    const trouble = await schemaProblem(db.pool);
    if (trouble !== null) throw new StartError(trouble);
    const gone = await purgeExpired({ db, clock: await readClock(db) }, days);
    for (const kind of kinds) console.log(`${kind}: ${gone[kind]} older than ${days[kind]} days`);
  } finally {
    await db.close();
    await database.stop();
  }
} catch (error) {
  exitWithMessage(error);
}
