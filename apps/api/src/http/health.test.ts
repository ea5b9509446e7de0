import fastify from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { buildContext } from '../build-context.ts';
import { readConfig, type Config } from '../config/config.ts';
import { testDatabase } from '../../../../tests/support/test-database.ts';
import { freePorts } from '../../../../tools/ports.ts';
import { buildStorefront, isBuilt } from '../../../../tools/storefront-build.ts';
import { startServer } from '../server.ts';
import { registerClock } from './health.ts';

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
  registerClock(app, { ...ctx, config: { ...config, mode } }, clock);
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

// Only Linux has more than one loopback address.
it.runIf(process.platform === 'linux')(
  'the port with the clock stays on this machine while the shop listens elsewhere (13)',
  async () => {
    if (!isBuilt()) await buildStorefront(console.error);
    const [port = 0, metricsPort = 0] = await freePorts(2);
    const environment = {
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      MIRROR_PORTS: '',
      WEBPAY_MODE: 'sandbox',
      HOST: '0.0.0.0',
    };
    // 127.0.0.2 stands for another interface of this machine.
    const config = readConfig(environment);
    const waitScale = { ...config.waitScale, health: 30 };
    const elsewhere = { ...config, waitScale, host: '127.0.0.2', databaseUrl: url };
    const server = await startServer({ ...elsewhere, logTo: 'stderr' });
    try {
      expect((await fetch(`http://127.0.0.2:${port}/readyz`)).status).toBe(200);
      expect((await fetch(`http://127.0.0.1:${metricsPort}/healthz`)).status).toBe(200);
      await expect(fetch(`http://127.0.0.2:${metricsPort}/healthz`)).rejects.toThrow();
    } finally {
      await server.stop();
    }
  },
);
