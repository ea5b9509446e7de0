import { readConfig } from '../config/config.ts';
import { readClock } from '../settings.ts';
import {
  findInArchive,
  listArchive,
  readArchiveVerb,
  refuseDataFolder,
  runArchive,
  verifyFolder,
} from './archive-verbs.ts';
import { runCommand } from './command-line.ts';
import { withOwnerDb, withShopDb } from './shop-database.ts';

/**
 * Moves old months of the history of orders from the database into files (docs/operations.md "Archive old months"):
 *
 *     npm run operator -- archive --list                             every month, and why it stays
 *     npm run operator -- archive --to FOLDER [--before YYYY-MM]     archives the months that may go, as DATABASE_OWNER_URL
 *     npm run operator -- archive --verify FOLDER                    compares every archived month with its file
 *     npm run operator -- archive --find ORDER --in FOLDER           the archived events of an order, by id or number
 *
 * Each archived month is an entry of the audit log; --by NAME names the person. It ends with 1 for a month that did not go
 * though it may, and for a file that is missing or was changed.
 */
await runCommand(async () => {
  // Refuses wrong arguments before a database starts.
  const given = readArchiveVerb(process.argv.slice(2));
  const { archiveMonths: months, dataDir } = readConfig(process.env);
  if (given.verb === 'archive') {
    refuseDataFolder(given.folder, dataDir);
    await withOwnerDb('archive', async (db) => {
      const needs = { db, clock: await readClock(db), months };
      await runArchive(needs, given, (line) => console.log(line));
    });
    return;
  }
  await withShopDb({ name: 'archive' }, async (db) => {
    const needs = { db, clock: await readClock(db), months };
    switch (given.verb) {
      case 'list':
        return console.log(await listArchive(needs, given.before));
      case 'verify':
        return console.log(await verifyFolder(needs, given.folder));
      case 'find':
        return console.log(await findInArchive(needs, given.order, given.folder));
    }
  });
});
