import { randomBytes } from 'node:crypto';
import { correctCountry } from '../domain/actions/correct-event-country.ts';
import { StartError } from '../platform/start-error.ts';
import { readClock } from '../settings.ts';
import { readOptions, runCommand } from './command-line.ts';
import { byOf } from './command-person.ts';
import { knownCid, readReason } from './inputs.ts';
import { withShopDb } from './shop-database.ts';

const USAGE =
  'Name a character, a round and a country: npm run event-country -- --project miniflix --server 112 --cid 12345678 --event bargain-20261201 --country KR --because "…".';

/**
 * Corrects the country by whose window a character plays a round of an event. A stranger, or a foreign network, may have begun it:
 *
 *     npm run event-country -- --project miniflix --server 112 --cid 12345678 --event bargain-20261201 --country KR --because "…"
 *
 * It is an entry of the audit log. --by NAME names the person; without it, the machine's user.
 */
await runCommand(async () => {
  const given = readOptions(['project', 'server', 'cid', 'event', 'country', 'because', 'by']);
  const { project, server, cid: givenCid, event, country } = given;
  if (project === undefined || server === undefined || givenCid === undefined) {
    throw new StartError(USAGE);
  }
  if (event === undefined || country === undefined || !/^[A-Z]{2}$/.test(country)) {
    throw new StartError(USAGE);
  }
  const because = readReason(given.because, USAGE);
  const by = byOf(given.by);
  await withShopDb({ name: 'event-country' }, async (db) => {
    const cid = await knownCid(db, project, givenCid);
    const done = await correctCountry(
      { db, clock: await readClock(db), randomBytes },
      { project, serverId: server, cid, eventId: event, country, because, by },
    );
    if (done === 'no_such_character') {
      throw new StartError('There is no such character in that project on that server.');
    }
    if (done === 'no_such_event') {
      throw new StartError('The project has no such round with windows of countries.');
    }
    if (done !== 'done') {
      throw new StartError(
        `The event is shut in ${country}. It has a window in ${done.openIn.join(', ')}.`,
      );
    }
    console.log(`Corrected: the character plays ${event} by the window of ${country}.`);
  });
});
