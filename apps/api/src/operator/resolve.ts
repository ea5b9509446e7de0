import { buildContext } from '../build-context.ts';
import { readConfig } from '../config/config.ts';
import { joinShop } from './database.ts';
import { readResolve } from './resolve-options.ts';
import { runResolve } from './resolve-verbs.ts';
import { exitWithMessage } from './tell.ts';

/**
 * What an operator decides, until there is a console (README "Money that goes back"):
 *
 *     npm run resolve -- list
 *     npm run resolve -- show REQUEST or ORDER
 *     npm run resolve -- approve REQUEST [--amount 1.23] [--even-delivered] [--even-surplus] [--because "…"]
 *     npm run resolve -- approve REQUEST --to SERVER/CID [--because "…"]        goods to the right character
 *     npm run resolve -- reject REQUEST --because "…"                           the player reads it
 *     npm run resolve -- refund ORDER [--amount 1.23] [--even-delivered] [--even-surplus] --because "…"
 *     npm run resolve -- refund-again REFUND [--even-delivered] --because "…"   one that its gateway refused
 *     npm run resolve -- settle NUMBER or MAIL --because "…"                    a gateway's word that did not fit, a second mail or an event's that the game refused
 *     npm run resolve -- believe NUMBER --because "…"                           a reversal, seen in the gateway's own pages
 *     npm run resolve -- flag PROJECT CID [--server SERVER] --because "…"         no more orders until it is cleared
 *     npm run resolve -- clear-flag PROJECT CID [--server SERVER] --because "…"
 *     npm run resolve -- log-out PROJECT CID [--server SERVER] --because "…"      ends every session and unopened link
 *
 * Decisions are rows: a shop that runs acts on them within a second, one that does not when it starts.
 */
try {
  const given = process.argv.slice(2);
  // Said before a database is started for it.
  readResolve(given);
  const config = readConfig(process.env);
  const database = await joinShop(config);
  try {
    const built = await buildContext(
      { ...config, databaseUrl: database.url },
      { name: 'resolve', connections: 2 },
    );
    try {
      console.log(await runResolve(built.ctx, given));
    } finally {
      await built.close();
    }
  } finally {
    await database.stop();
  }
} catch (error) {
  exitWithMessage(error);
}
