import { afterAll, expect, it } from 'vitest';
import { startServer } from '../../../apps/api/src/server.ts';
import { startWorker } from '../../../apps/api/src/worker.ts';
import { freePorts } from '../../../tools/ports.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';
import { CARDS, createShopper } from '../../support/shopper.ts';
import { asOwner } from '../../support/test-database.ts';

const environment = sharedEnvironment();
const stops: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(stops.map((stop) => stop())));

/** A following release: each table gets a column. One lock at a time, because the shop runs. */
const COLUMNS = `
  do $$
  declare
    each record;
  begin
    for each in select c.oid::regclass as name from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    loop
      execute format('alter table %s add column of_next_release text default %L', each.name, 'new');
      commit;
    end loop;
  end $$`;
/** And there is a new table and index. */
const EXPANSION = `
  create table next_release (id int primary key);
  create index orders_of_next_release on orders (of_next_release);
  insert into schema_migrations (version, name, checksum)
    select max(version) + 1, 'next_release', 'x' from schema_migrations`;

it('a process of this release starts and sells on the schema of the next one (14.23)', async () => {
  const { config, databaseUrl, url } = environment();
  const buy = async (shopUrl: string) => {
    const shopper = await createShopper({ ...environment(), url: shopUrl });
    const opened = await shopper.open();
    await shopper.payByCard(opened, CARDS.success);
    await shopper.until(opened.token, ({ delivery }) => delivery.state === 'delivered');
  };
  await asOwner(databaseUrl, COLUMNS);
  await asOwner(databaseUrl, EXPANSION);
  // Processes that ran before the migration go on.
  await buy(url);

  const [port = 0, metricsPort = 0, workerMetricsPort = 0, second = 0, secondMetrics = 0] =
    await freePorts(5);
  const own = { ...config, databaseUrl, port, metricsPort, mirrorPorts: [], drainMs: 0 };
  const server = await startServer(own);
  stops.push(() => server.stop());
  const worker = await startWorker({ ...own, workerMetricsPort });
  stops.push(() => worker.stop());
  const ready = await fetch(`http://127.0.0.1:${metricsPort}/readyz`);
  expect(await ready.json()).toEqual({ ready: true });
  await buy(`http://127.0.0.1:${port}`);

  // The release after it takes something away: older code starts no more, and says why.
  await asOwner(
    databaseUrl,
    `update schema_migrations set needs_code = version where name = 'next_release'`,
  );
  await expect(startServer({ ...own, port: second, metricsPort: secondMetrics })).rejects.toThrow(
    /^The database is newer than this code \(it has next_release, /,
  );
});
