import { startEmbeddedPostgres } from '../../apps/api/src/platform/db/embedded.ts';

/** Owns an embedded database until killed: `node hold-database.ts DATA_DIR`. */
const postgres = await startEmbeddedPostgres({
  dataDir: process.argv[2] ?? '',
  fsync: false,
  log: () => undefined,
});
process.stdout.write(`${postgres.url}\n`);
setInterval(() => undefined, 60_000);
