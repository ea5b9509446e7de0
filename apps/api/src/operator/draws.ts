import { describeDraws } from '../domain/events/bargain/describe-draws.ts';
import { StartError } from '../platform/start-error.ts';
import { runCommand, readOptions } from './command-line.ts';
import { knownCid } from './inputs.ts';
import { withShopDb } from './shop-database.ts';

/**
 * `npm run draws -- --project miniflix --cid 12345678` prints a character's draws, of coupons and of spins: the
 * possible outcomes, the random number and the result. Changes nothing.
 */
await runCommand(async () => {
  const { project, cid: given } = readOptions(['project', 'cid']);
  if (project === undefined || given === undefined) {
    throw new StartError('Name a character: npm run draws -- --project miniflix --cid 12345678.');
  }
  await withShopDb({ name: 'draws' }, async (db) => {
    const cid = await knownCid(db, project, given);
    const lines = await describeDraws(db, project, cid);
    console.log(lines.length === 0 ? `No draws for ${cid} in ${project}.` : lines.join('\n'));
  });
});
