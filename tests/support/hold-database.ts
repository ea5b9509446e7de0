import { startEmbeddedPostgres } from '../../apps/api/src/platform/db/embedded.ts';

/** Holds an embedded database until killed, and prints its owner's address: `node hold-database.ts DATA_DIR`. */
const postgres = await startEmbeddedPostgres({
  dataDir: process.argv[2] ?? '',
  fsync: false,
  log: () => undefined,
});
process.stdout.write(`${postgres.ownerUrl}\n`);
setInterval(() => undefined, 60_000);
