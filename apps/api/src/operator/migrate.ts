import { readConfig } from '../config/config.ts';
import { migrate } from '../platform/db/migrate.ts';
import { runCommand, refuseOptions } from './command-line.ts';
import { joinDatabase, refuseMigration } from './shop-database.ts';

/** `npm run migrate`: brings the database to this code's schema, with or without a running shop. */
await runCommand(async () => {
  refuseOptions();
  const config = readConfig(process.env);
  refuseMigration(config);
  const database = await joinDatabase(config);
  try {
    const applied = await migrate(database.url, console.log);
    console.log(
      applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.length}.`,
    );
  } finally {
    await database.stop();
  }
});
