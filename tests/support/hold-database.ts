import { startEmbeddedPostgres } from '../../apps/api/src/platform/db/embedded.ts';

/** A process that owns an embedded database until it is killed: `node hold-database.ts DATA_DIR`. */
const postgres = await startEmbeddedPostgres({
  dataDir: process.argv[2] ?? '',
  fsync: false,
  log: () => undefined,
});
process.stdout.write(`${postgres.url}\n`);
setInterval(() => undefined, 60_000);
