import { eraseCharacter } from '../domain/retention/erase-character.ts';
import { StartError } from '../platform/start-error.ts';
import { readClock } from '../settings.ts';
import { runCommand, readOptions } from './command-line.ts';
import { knownCid, readReason } from './inputs.ts';
import { withShopDb } from './shop-database.ts';

const USAGE =
  'Name a character: npm run erase -- --project miniflix --server 112 --cid 12345678 --because "…".';

/**
 * `npm run erase -- --project miniflix --server 112 --cid 12345678 --because "asked for on …"` erases a character.
 * Its own data is deleted; its orders and the ledger stay without its name. It cannot be undone, and bans nobody:
 * entering the id again makes a new, empty player.
 */
await runCommand(async () => {
  const given = readOptions(['project', 'server', 'cid', 'because']);
  const { project, server } = given;
  if (project === undefined || server === undefined || given.cid === undefined) {
    throw new StartError(USAGE);
  }
  const { cid: givenCid } = given;
  const because = readReason(given.because, USAGE);
  await withShopDb({ name: 'erase' }, async (db) => {
    const cid = await knownCid(db, project, givenCid);
    const character = { project, serverId: server, cid, because };
    const erased = await eraseCharacter({ db, clock: await readClock(db) }, character);
    if (erased.kind === 'no_such_character') {
      throw new StartError('There is no such character in that project on that server.');
    }
    if (erased.kind === 'flagged') {
      throw new StartError(
        `Not erased: the player is flagged. Clear the flag first: npm run resolve -- clear-flag ${project} ${cid} --server ${server} --because "…".`,
      );
    }
    if (erased.kind === 'under_way') {
      throw new StartError(`Not erased: ${erased.what.join(', ')}. End that first, then erase.`);
    }
    console.log(
      [
        `Erased. Its orders and ledger entries stay, as player ${erased.playerId}.`,
        'The game still knows the character: entering the id again, or a page left open with it, makes a new, empty player.',
      ].join('\n'),
    );
  });
});
