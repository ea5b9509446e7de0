import fastify, { type FastifyInstance } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { buildContext } from '../build-context.ts';
import { readConfig } from '../config/config.ts';
import { measureBacklog } from '../domain/row-metrics/measure.ts';
import { databaseDoor } from '../../../../tests/support/database-door.ts';
import { testDatabase } from '../../../../tests/support/test-database.ts';
import { createReadiness, registerMachineRoutes, registerReadiness } from './health.ts';

const { url } = await testDatabase('seeded');

/** The metrics port of a process whose database is behind a door, by default with a deadline that no busy machine meets. */
async function machinePort(health = 30) {
  const door = await databaseDoor(url);
  const plain = readConfig({});
  const waitScale = { ...plain.waitScale, health };
  const config = { ...plain, databaseUrl: door.url, waitScale };
  const built = await buildContext(config, { name: 'test', connections: 2, logTo: 'stderr' });
  built.ctx.log.level = 'silent';
  const readiness = createReadiness(built.ctx, built.probe);
  measureBacklog(built.ctx);
  const app: FastifyInstance = fastify();
  registerMachineRoutes(app, built.ctx, readiness);
  onTestFinished(async () => {
    door.cut();
    await app.close();
    await built.close();
  });
  const ask = async (path: string) => {
    const answer = await app.inject({ method: 'GET', url: path });
    return [answer.statusCode, answer.json<unknown>()];
  };
  return { app, door, built, readiness, ask };
}

it('health checks of a frozen database are answered, and say so (14.21)', async () => {
  const { app, door, ask } = await machinePort(3);
  await expect.poll(() => ask('/readyz')).toEqual([200, { ready: true }]);
  expect((await app.inject('/metrics')).body).toContain('webpay_rows_counted_timestamp_seconds');
  door.freeze();
  // Without a deadline, each would wait until the test gives up.
  expect(await ask('/readyz')).toEqual([503, { ready: false, why: 'database' }]);
  expect(await ask('/healthz')).toEqual([200, { up: true }]);
  const metrics = await app.inject('/metrics');
  expect(metrics.statusCode).toBe(200);
  door.open();
  await expect.poll(() => ask('/readyz')).toEqual([200, { ready: true }]);
});

it('a busy pool of connections is no missing database (14.21)', async () => {
  const { built, ask } = await machinePort();
  const held = await Promise.all([built.ctx.db.pool.connect(), built.ctx.db.pool.connect()]);
  try {
    expect(await ask('/readyz')).toEqual([200, { ready: true }]);
  } finally {
    for (const client of held) client.release();
  }
});

it('no process is ready while it stops (14.20)', async () => {
  const { ask, readiness } = await machinePort();
  expect(await ask('/readyz')).toEqual([200, { ready: true }]);
  readiness.leave();
  expect(await ask('/readyz')).toEqual([503, { ready: false, why: 'stopping' }]);
});

it('a flood of health checks on the shop’s port costs one query, and a stop is reported at once (14.18)', async () => {
  const { built } = await machinePort();
  let questions = 0;
  const probe: typeof built.probe = {
    ...built.probe,
    one: async (...asked) => {
      questions += 1;
      return built.probe.one(...asked);
    },
  };
  const readiness = createReadiness(built.ctx, probe);
  const app = fastify();
  // As long as the test: the shop's own rest is half a second.
  registerReadiness(app, readiness, 60_000);
  onTestFinished(() => app.close());
  const ask = async () => (await app.inject('/readyz')).statusCode;
  expect(await ask()).toBe(200);
  // A cache in between would send requests to a process that stops.
  expect((await app.inject('/readyz')).headers['cache-control']).toBe('no-store');
  const answers = await Promise.all(Array.from({ length: 200 }, ask));
  expect([new Set(answers), questions]).toEqual([new Set([200]), 1]);
  readiness.leave();
  expect(await ask()).toBe(503);
});
