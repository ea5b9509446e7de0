import { readConfig } from '../config/config.ts';
import { schemaProblem } from '../platform/db/migrate.ts';
import { openDb } from '../platform/db/pool.ts';
import { describeDraws } from '../domain/events/bargain/describe-draws.ts';
import { StartError } from '../platform/start-error.ts';
import { joinShop } from './database.ts';
import { knownCid } from './known-character.ts';
import { readOptions } from './options.ts';
import { exitWithMessage } from './tell.ts';

/**
 * `npm run draws -- --project miniflix --cid 12345678` prints what was drawn for a character, its coupons and its spins:
 * what could have come, the number, and what came of it. Changes nothing.
 */
try {
  const { project, cid: given } = readOptions(['project', 'cid']);
  if (project === undefined || given === undefined) {
    throw new StartError('Say whose: npm run draws -- --project miniflix --cid 12345678.');
  }
  const database = await joinShop(readConfig(process.env));
  const db = openDb(database.url, { max: 1, name: 'webpay-draws' });
  try {
    const trouble = await schemaProblem(db.pool);
    if (trouble !== null) throw new StartError(trouble);
    const cid = await knownCid({ db }, project, given);
    const lines = await describeDraws(db, project, cid);
    console.log(
      lines.length === 0 ? `Nothing was drawn for ${cid} in ${project}.` : lines.join('\n'),
    );
  } finally {
    await db.close();
    await database.stop();
  }
} catch (error) {
  exitWithMessage(error);
}
