import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createLog } from '../platform/logging/log.ts';
import { createMetrics } from '../platform/monitoring/metrics.ts';
import { createApp } from './app.ts';
import { drainApp } from './drain.ts';

/** Longer than the test: only the clients' own end may end it. */
const LONG_MS = 250_000;

async function listeningApp() {
  const log = createLog('test', 'stderr', () => undefined, []);
  log.level = 'silent';
  const app = createApp({ config: readConfig({}), log, metrics: createMetrics() });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post('/', async () => 'served');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, port: Number(new URL(url).port) };
}

/** A kept-alive connection, as a proxy holds them. */
async function keptAlive(port: number) {
  const socket: Socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  let said = '';
  socket.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const post = () => socket.write('POST / HTTP/1.1\r\nhost: shop\r\ncontent-length: 0\r\n\r\n');
  const answer = async (): Promise<string> => {
    await expect.poll(() => said).toContain('served');
    const whole = said;
    said = '';
    return whole;
  };
  return { socket, post, answer };
}

async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return !isOpen;
}

it('a closing port serves a request on a kept-alive connection and says that it closes (14.20)', async () => {
  const { app, port } = await listeningApp();
  const kept = await keptAlive(port);
  kept.post();
  expect(await kept.answer()).toMatch(/^HTTP\/1\.1 200 .*connection: keep-alive/is);
  const drained = drainApp(app, LONG_MS);
  await expect.poll(() => isRefused(port)).toBe(true);
  const ended = once(kept.socket, 'close');
  kept.post();
  const answered = await kept.answer();
  expect(answered).toMatch(/^HTTP\/1\.1 200 .*connection: close/is);
  expect(answered).not.toMatch(/connection: keep-alive/i);
  // The last connection has gone, so nothing is waited for.
  await ended;
  await drained;
});

it('a closed port cuts idle connections after its time and waits for running requests (14.20)', async () => {
  const { app, port } = await listeningApp();
  const { promise: isRunning, resolve: runs } = Promise.withResolvers<void>();
  const fresh = await keptAlive(port);
  const idle = await keptAlive(port);
  idle.post();
  await idle.answer();
  const busy = await keptAlive(port);
  app.server.once('request', () => runs());
  const half = 'POST / HTTP/1.1\r\nhost: shop\r\ncontent-length: 2\r\n\r\n';
  busy.socket.write(`${half}a`);
  await isRunning;
  const idleEnded = [idle, fresh].map(({ socket }) => once(socket, 'close'));
  const drained = drainApp(app, 0);
  await Promise.all(idleEnded);
  busy.socket.write('b');
  expect(await busy.answer()).toMatch(/^HTTP\/1\.1 200 .*connection: close/is);
  await drained;
});
