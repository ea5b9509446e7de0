import { readConfig } from '../config/config.ts';
import { runCommand, refuseOptions } from './command-line.ts';
import { joinDatabase, migrateDatabase } from './shop-database.ts';

/** `npm run migrate`: brings the database to this code's schema, with or without a running shop. */
await runCommand(async () => {
  refuseOptions();
  const config = readConfig(process.env);
  const database = await joinDatabase(config);
  try {
    const applied = await migrateDatabase(database, console.log, config.databasePooler);
    console.log(
      applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.length}.`,
    );
  } finally {
    await database.stop();
  }
});
