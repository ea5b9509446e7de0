import { readConfig } from '../config/config.ts';
import { schemaProblem } from '../platform/db/migrate.ts';
import { openDb } from '../platform/db/pool.ts';
import { eraseCharacter } from '../domain/retention/erase-character.ts';
import { readClock } from '../settings.ts';
import { StartError } from '../platform/start-error.ts';
import { joinShop } from './database.ts';
import { knownCid } from './known-character.ts';
import { readOptions } from './options.ts';
import { readReason } from './reason.ts';
import { exitWithMessage } from './tell.ts';

const USAGE =
  'Say whom: npm run erase -- --project miniflix --server 112 --cid 12345678 --because "…".';

/**
 * `npm run erase -- --project miniflix --server 112 --cid 12345678 --because "asked for on …"`: forgets a character.
 * What is only its own is deleted, its orders and the books stay without its name. It cannot be taken back, and
 * keeps nobody out: whoever enters the id makes a new, empty player of it.
 */
try {
  const given = readOptions(['project', 'server', 'cid', 'because']);
  const { project, server } = given;
  if (project === undefined || server === undefined || given.cid === undefined) {
    throw new StartError(USAGE);
  }
  // Said before a database is started for it.
  const because = readReason(given.because, USAGE);
  const database = await joinShop(readConfig(process.env));
  const db = openDb(database.url, { max: 1, name: 'webpay-erase' });
  try {
    const trouble = await schemaProblem(db.pool);
    if (trouble !== null) throw new StartError(trouble);
    const cid = await knownCid({ db }, project, given.cid);
    const character = { project, serverId: server, cid, because };
    const erased = await eraseCharacter({ db, clock: await readClock(db) }, character);
    if (erased.kind === 'no_such_character') {
      throw new StartError('There is no such character in that project on that server.');
    }
    if (erased.kind === 'flagged') {
      throw new StartError(
        `Not yet: it is flagged. What stands against it is dealt with first: npm run resolve -- clear-flag ${project} ${cid} --server ${server} --because "…".`,
      );
    }
    if (erased.kind === 'under_way') {
      throw new StartError(`Not yet: ${erased.what.join(', ')}. End that first, then erase.`);
    }
    console.log(
      [
        `Erased. Its orders and books stay, as player ${erased.playerId}.`,
        'The game still knows the character: a page of the shop left open with its id, or anybody who enters the id, makes a new, empty player of it.',
      ].join('\n'),
    );
  } finally {
    await db.close();
    await database.stop();
  }
} catch (error) {
  exitWithMessage(error);
}
