import { randomBytes } from 'node:crypto';
import { readClock } from '../settings.ts';
import { runCommand } from './command-line.ts';
import { readMethods, runMethods } from './method-verbs.ts';
import { readService, runService } from './service-verbs.ts';
import { withShopDb } from './shop-database.ts';

/**
 * Opens, closes or restricts projects while the shop runs (docs/operations.md "Who is served"); every process follows within 0.5 s:
 *
 *     npm run service -- list
 *     npm run service -- open PROJECT --because "…"
 *     npm run service -- maintenance PROJECT --because "…"       10502 to every call that starts something
 *     npm run service -- close PROJECT --because "…"             10045, like a shop that does not exist
 *     npm run service -- refuse PROJECT [--countries CU,IR] [--networks 203.0.113.0/24] --because "…"      10503
 *     npm run service -- log-out PROJECT --because "…"            ends every player's session at once; passwords stay
 *     npm run service -- methods                                 methods that are off: since when, why, next try
 *     npm run service -- methods on|off PROJECT METHOD [--country US] --because "…"
 *
 * PROJECT is a code, or `all`. `refuse` replaces the list it names; `--countries none` empties it.
 * Each change is an entry of the audit log. --by NAME names the person; without it, the machine's user.
 * METHOD is a `pay_id` of channels.yaml; without --country it is switched in all countries.
 */
await runCommand(async () => {
  const given = process.argv.slice(2);
  const isMethods = given[0] === 'methods';
  // Refuses wrong arguments before a database starts.
  if (isMethods) readMethods(given);
  else readService(given);
  const run = isMethods ? runMethods : runService;
  await withShopDb({ name: 'service' }, async (db) =>
    console.log(await run({ db, clock: await readClock(db), randomBytes }, given)),
  );
});
