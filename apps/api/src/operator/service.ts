import { readConfig } from '../config/config.ts';
import { schemaProblem } from '../platform/db/migrate.ts';
import { openDb } from '../platform/db/pool.ts';
import { readClock } from '../settings.ts';
import { StartError } from '../platform/start-error.ts';
import { joinShop } from './database.ts';
import { readService, runService } from './service-verbs.ts';
import { exitWithMessage } from './tell.ts';

/**
 * How projects are served, while the shop runs (README "Who is served"); every process follows within half a second:
 *
 *     npm run service -- list
 *     npm run service -- open PROJECT --because "…"
 *     npm run service -- maintenance PROJECT --because "…"       10502 to whatever would begin something
 *     npm run service -- close PROJECT --because "…"             10045, as if there were no such shop
 *     npm run service -- refuse PROJECT [--countries CU,IR] [--networks 203.0.113.0/24] --because "…"      10503
 *
 * PROJECT is a code, or `all`. `refuse` replaces the list it names; `--countries none` empties it.
 */
try {
  const given = process.argv.slice(2);
  // Said before a database is started for it.
  readService(given);
  const database = await joinShop(readConfig(process.env));
  const db = openDb(database.url, { max: 1, name: 'webpay-service' });
  try {
    const trouble = await schemaProblem(db.pool);
    if (trouble !== null) throw new StartError(trouble);
    console.log(await runService({ db, clock: await readClock(db) }, given));
  } finally {
    await db.close();
    await database.stop();
  }
} catch (error) {
  exitWithMessage(error);
}
