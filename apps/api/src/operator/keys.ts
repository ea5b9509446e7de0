import { readClock } from '../settings.ts';
import { runCommand } from './command-line.ts';
import { readKeyVerb, runKeys } from './key-verbs.ts';
import { withShopDb } from './shop-database.ts';

/**
 * Changes the key of order tokens and keyed hashes while the shop runs (docs/operations.md "Changing keys"); every process
 * follows within a second:
 *
 *     npm run keys -- list         the keys by their first letters, and since when
 *     npm run keys -- add          makes a new key, which is accepted
 *     npm run keys -- switch       signs with the new key; the old one stays accepted
 *     npm run keys -- remove       removes the key that does not sign
 */
await runCommand(async () => {
  const given = process.argv.slice(2);
  // Refuses wrong arguments before a database starts.
  readKeyVerb(given);
  await withShopDb({ name: 'keys' }, async (db) =>
    console.log(await runKeys({ db, clock: await readClock(db) }, given)),
  );
});
