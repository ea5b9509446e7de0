import { afterAll } from 'vitest';
import { buildContext, type BuiltContext } from '../../apps/api/src/build-context.ts';
import { readConfig } from '../../apps/api/src/config/config.ts';
import { testDatabase, type TestDatabase } from './test-database.ts';

/** The shop's parts without logs, on a seeded database of this test file. */
export async function builtShop(connections: number): Promise<{
  readonly built: BuiltContext;
  readonly db: TestDatabase['db'];
  readonly pool: TestDatabase['db']['pool'];
  readonly url: string;
}> {
  const { url, db } = await testDatabase('seeded');
  const config = {
    ...readConfig({}),
    databaseUrl: url,
    // Health answers and pages wait for a busy machine.
    waitScale: { pauses: 1, deadlines: 1, health: 30 },
  };
  const built = await buildContext(config, { name: 'test', connections, logTo: 'stderr' });
  built.ctx.log.level = 'silent';
  afterAll(() => built.close());
  return { built, db, pool: db.pool, url };
}
