import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Config } from '../../../apps/api/src/config/config.ts';
import type { Service } from '../../../apps/api/src/main.ts';
import { startServer } from '../../../apps/api/src/server.ts';
import { freePorts } from '../../../tools/ports.ts';
import { plainProxy, type PlainProxy } from '../../support/plain-proxy.ts';
import { capturesOf, sharedEnvironment } from '../../support/shared-environment.ts';
import { CARDS, createShopper } from '../../support/shopper.ts';

const [proxyPort = 0, portA = 0, portB = 0, metricsA = 0, metricsB = 0] = await freePorts(5);
/** Many checks of the proxy, which takes a server out by one, on a busy machine too. */
const DRAIN_MS = 3_000;
const CLIENTS = 4;

let proxy: PlainProxy;
beforeAll(async () => {
  proxy = await plainProxy(proxyPort);
});
afterAll(() => proxy.stop());

// The environment's own server only receives what the sandbox sends to PUBLIC_URL through the proxy.
const environment = sharedEnvironment({
  env: { PUBLIC_URL: `http://127.0.0.1:${proxyPort}` },
});

function configAt(port: number, metricsPort: number): Config {
  const { config, databaseUrl } = environment();
  return { ...config, databaseUrl, port, metricsPort, mirrorPorts: [], drainMs: DRAIN_MS };
}

it('a rolling restart of two servers behind a plain proxy loses no request and no purchase (14.20)', async () => {
  const places = [
    { port: portA, config: configAt(portA, metricsA) },
    { port: portB, config: configAt(portB, metricsB) },
  ];
  const running = new Map<number, Service>();
  try {
    for (const { port, config } of places) running.set(port, await startServer(config));
    proxy.use(places.map(({ port }) => port));
    await expect.poll(() => places.every(({ port }) => proxy.isUsed(port))).toBe(true);

    let isOver = false;
    const bought: string[] = [];
    const outside = { url: proxy.url, sandboxUrl: environment().sandboxUrl };
    const buyers = Array.from({ length: CLIENTS }, async () => {
      while (!isOver) {
        const shopper = await createShopper(outside);
        const opened = await shopper.open();
        await shopper.payByCard(opened, CARDS.success);
        const order = await shopper.until(
          opened.token,
          ({ state }) => state !== 'open' && state !== 'waiting',
        );
        expect(order.state).toBe('success');
        bought.push(opened.order_id);
      }
    });
    const rolled = (async () => {
      for (const { port, config } of places) {
        const before = bought.length;
        await running.get(port)?.stop();
        running.delete(port);
        expect(proxy.isUsed(port)).toBe(false);
        // The other server sells meanwhile.
        await expect.poll(() => bought.length).toBeGreaterThan(before);
        running.set(port, await startServer(config));
        await expect.poll(() => proxy.isUsed(port)).toBe(true);
      }
    })().finally(() => (isOver = true));
    await Promise.all([rolled, ...buyers]);

    expect(proxy.failed).toEqual([]);
    for (const orderId of bought) expect(await capturesOf(environment(), orderId)).toHaveLength(1);
    for (const { port } of places) expect(proxy.answered.get(port) ?? 0).toBeGreaterThan(0);
  } finally {
    for (const service of running.values()) await service.stop();
  }
});

it.each([
  ['/healthz', /^\{"up":true\}$/],
  ['/readyz', /^\{"ready":true\}$/],
  ['/metrics', /^webpay_sweep_rows\{/m],
])('a worker answers %s as a server does (14.21)', async (path, said) => {
  const response = await fetch(environment().workerMetricsUrl + path);
  expect(response.status).toBe(200);
  expect(await response.text()).toMatch(said);
});
