import fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { buildContext } from '../build-context.ts';
import { readConfig, type Config } from '../config/config.ts';
import { testDatabase } from '../../../../tests/support/test-database.ts';
import { registerMachineRoutes } from './health.ts';

const { url } = await testDatabase('seeded');
const config: Config = { ...readConfig({}), databaseUrl: url };
const { ctx, clock, close } = await buildContext(config, {
  name: 'test',
  connections: 2,
  logTo: 'stderr',
});
afterAll(close);

const DAY_MS = 86_400_000;

/** Moves the clock of a shop in this mode by a day. @returns the status */
async function moveClockIn(mode: Config['mode']): Promise<number> {
  const app = fastify();
  registerMachineRoutes(app, { ...ctx, config: { ...config, mode } }, clock);
  const answer = await app.inject({
    method: 'PUT',
    url: '/clock',
    payload: { offset_ms: DAY_MS },
  });
  await app.close();
  return answer.statusCode;
}

it('[S10] the clock of a shop in production cannot be moved', async () => {
  expect(await moveClockIn('production')).toBe(404);
  expect(clock.offsetMs()).toBe(0);
  expect(await moveClockIn('sandbox')).toBe(200);
  expect(clock.offsetMs()).toBe(DAY_MS);
});
