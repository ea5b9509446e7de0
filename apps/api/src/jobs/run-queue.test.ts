import { expect, it } from 'vitest';
import { buildContext } from '../build-context.ts';
import { readConfig } from '../config/config.ts';
import { databaseDoor } from '../../../../tests/support/database-door.ts';
import { TEMPLATES } from '../../../../tests/support/templates.ts';
import { asOwner, blankDatabase, testDatabase } from '../../../../tests/support/test-database.ts';
import { runQueue } from './run-queue.ts';

const { url, db } = await testDatabase('seeded');

const addJob = (key: string) =>
  db.pool.query(`select from graphile_worker.add_job('note', json_build_object('key', $1::text))`, [
    key,
  ]);

it('a worker takes jobs again after its database was killed while it finished one (14.22)', async () => {
  const door = await databaseDoor(url);
  const config = { ...readConfig({}), databaseUrl: door.url };
  const built = await buildContext(config, { name: 'test', connections: 24, logTo: 'stderr' });
  built.ctx.log.level = 'silent';
  const done: unknown[] = [];
  const queue = await runQueue(built.ctx, {
    note: async (payload) => {
      // The job has been done, and the database goes away before that is written.
      if (done.length === 0) door.cut();
      done.push(payload);
    },
  });
  try {
    await addJob('first');
    await expect.poll(() => done).toEqual([{ key: 'first' }]);
    door.open();
    // A job whose answer was lost stays locked; its row's sweep does its work.
    await expect
      .poll(async () => {
        await addJob('later');
        return done;
      })
      .toContainEqual({ key: 'later' });
    // The old queue may take a job while it ends.
    await expect.poll(() => queue.isOpen()).toBe(true);
  } finally {
    await queue.stop();
    await built.close();
  }
});

it('a job that never ends holds up neither the queue’s next start nor its stop', async () => {
  const door = await databaseDoor(url);
  const config = { ...readConfig({}), databaseUrl: door.url };
  const built = await buildContext(config, { name: 'test', connections: 24, logTo: 'stderr' });
  built.ctx.log.level = 'silent';
  const begun: string[] = [];
  const tasks = {
    note: async (payload: unknown) => {
      const { key } = payload as { key: string };
      begun.push(key);
      if (key.startsWith('endless')) await new Promise(() => undefined);
      else if (key === 'cut') door.cut();
    },
  };
  const queue = await runQueue(built.ctx, tasks, 50);
  try {
    for (const key of ['endless', 'cut']) {
      await addJob(key);
      await expect.poll(() => begun).toContain(key);
    }
    await expect.poll(() => queue.isOpen()).toBe(false);
    door.open();
    await expect.poll(() => queue.isOpen()).toBe(true);
    await addJob('endless again');
    await expect.poll(() => begun).toContain('endless again');
  } finally {
    await queue.stop();
    await built.close();
  }
});

it('a worker with old tables of its queue names the command, because only their owner may change them (14.17)', async () => {
  const databaseUrl = await blankDatabase(TEMPLATES.empty);
  await asOwner(
    databaseUrl,
    'delete from graphile_worker.migrations where id = (select max(id) from graphile_worker.migrations)',
  );
  const config = { ...readConfig({}), databaseUrl };
  const built = await buildContext(config, { name: 'test', connections: 24, logTo: 'stderr' });
  const queue = runQueue(built.ctx, { note: async () => undefined });
  await expect(queue).rejects.toThrow('run "npm run migrate" with DATABASE_OWNER_URL');
  await built.close();
});
