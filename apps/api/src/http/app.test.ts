import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createMetrics, type Metrics } from '../platform/monitoring/metrics.ts';
import { createRedactor } from '../platform/logging/redact.ts';
import { addressOf } from './address.ts';
import { answerHeaders } from './answer-headers.ts';
import { createApp, CLIENT_LIMITS, type ClientLimits } from './app.ts';

const HASTY: ClientLimits = {
  headersMs: 300,
  requestMs: 600,
  answerMs: 600,
  silenceMs: 60_000,
  keepAliveMs: 300,
  checkIntervalMs: 50,
  connections: 6,
  connectionsOfAddress: 3,
};
/** Short limits on answers only, because requests are slow on a busy machine. */
const LISTENS: ClientLimits = { ...HASTY, headersMs: 60_000, requestMs: 60_000 };
const PICTURE = Buffer.alloc(40_000_000, 'x');

let metrics: Metrics;
let app: FastifyInstance | undefined;
const sockets: Socket[] = [];
const said: string[] = [];

beforeEach(() => {
  metrics = createMetrics();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app?.close();
  app = undefined;
});

async function start(limits: ClientLimits, proxies = ''): Promise<FastifyInstance> {
  const config = readConfig({ TRUSTED_PROXIES: proxies });
  const redactor = createRedactor([]);
  const log = pino(
    { formatters: { log: (line) => redactor.line(line) } },
    { write: (line: string) => said.push(line) },
  );
  app = createApp({ config, log, metrics }, limits);
  app.get('/who', (request, reply) => reply.send(addressOf(request)));
  app.get('/picture', async () => PICTURE);
  app.post('/form', async () => 'read');
  app.get('/broken', async () => {
    throw new Error('inside knowledge of token=secret-of-a-player');
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
}

function portOf(server: FastifyInstance | undefined): number {
  const address = server?.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('nothing listens');
  return address.port;
}

async function open(): Promise<Socket> {
  const socket = connect(portOf(app), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** All data of a connection until it is closed. */
const untilClosed = (socket: Socket): Promise<string> => text(socket).catch(() => 'reset');

async function dropped(why: string): Promise<number> {
  const { values } = await metrics.dropped.get();
  return values.find((each) => each.labels.why === why)?.value ?? 0;
}

/** Sends a byte now and then, like slowhttptest, until the connection is closed. */
function drip(socket: Socket, byte: string): void {
  const timer = setInterval(() => socket.write(byte), 50);
  socket.once('close', () => clearInterval(timer));
}

describe('a slow client loses its connection', () => {
  it.each([
    ['that never ends its headers', 'POST /form HTTP/1.1\r\nHost: shop\r\nX-Slow: ', 'a'],
    [
      'that sends its body byte by byte',
      'POST /form HTTP/1.1\r\nHost: shop\r\ncontent-type: text/plain\r\ncontent-length: 5000\r\n\r\n',
      'b',
    ],
    [
      'that sends a chunk byte by byte',
      'POST /form HTTP/1.1\r\nHost: shop\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\nfff\r\n',
      'c',
    ],
  ])('%s', async (_, beginning, byte) => {
    await start(HASTY);
    const socket = await open();
    socket.write(beginning);
    drip(socket, byte);
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 408 |^reset$/);
    expect(await dropped('slow_writer')).toBe(1);
  });

  it('when it sends nothing', async () => {
    await start(HASTY);
    expect(await untilClosed(await open())).not.toContain('200');
  });

  it('when it has its answer and keeps the connection', async () => {
    await start(LISTENS);
    const socket = await open();
    socket.write('GET /who HTTP/1.1\r\nHost: shop\r\n\r\n');
    expect(await untilClosed(socket)).toContain('127.0.0.1');
  });

  it('when it does not read its answer', async () => {
    const server = await start(LISTENS);
    const socket = await open();
    socket.write('GET /picture HTTP/1.1\r\nHost: shop\r\n\r\n');
    await once(socket, 'readable');
    socket.pause();
    await expect.poll(() => dropped('slow_reader')).toBe(1);
    await expect
      .poll(() => new Promise((resolve) => server.server.getConnections((_, n) => resolve(n))))
      .toBe(0);
  });

  it('when it pipelines three requests and reads nothing, and counts once', async () => {
    const server = await start(LISTENS);
    const socket = await open();
    socket.write('GET /picture HTTP/1.1\r\nHost: shop\r\n\r\n'.repeat(3));
    await once(socket, 'readable');
    socket.pause();
    await expect
      .poll(() => new Promise((resolve) => server.server.getConnections((_, n) => resolve(n))))
      .toBe(0);
    expect(await dropped('slow_reader')).toBe(1);
  });

  it('unless it reads slowly but steadily', async () => {
    await start(CLIENT_LIMITS);
    const socket = await open();
    socket.write('GET /picture HTTP/1.1\r\nHost: shop\r\nconnection: close\r\n\r\n');
    const said = await untilClosed(socket);
    expect(said.length).toBeGreaterThan(PICTURE.length);
    expect(await dropped('slow_reader')).toBe(0);
  });
});

describe('connection limits', () => {
  it('an address has a limit, and the next connection is closed unread', async () => {
    await start(LISTENS);
    const [first] = [await open(), await open(), await open()];
    expect(await untilClosed(await open())).toBe('');
    expect(await dropped('connections_of_address')).toBe(1);
    first.write('GET /who HTTP/1.1\r\nHost: shop\r\nconnection: close\r\n\r\n');
    expect(await untilClosed(first)).toContain('200 OK');
    // The closed connection's place is free again.
    await expect
      .poll(async () => {
        const again = await open();
        again.write('GET /who HTTP/1.1\r\nHost: shop\r\nconnection: close\r\n\r\n');
        return untilClosed(again);
      })
      .toContain('200 OK');
  });

  it('a trusted proxy has more, and the port has a limit too', async () => {
    await start(LISTENS, '127.0.0.1');
    for (let n = 0; n < 6; n += 1) await open();
    expect(await untilClosed(await open())).toBe('');
    expect(await dropped('connections')).toBe(1);
    expect(await dropped('connections_of_address')).toBe(0);
  });
});

describe('a request', () => {
  it('with an internal error is answered with all headers and without details', async () => {
    const server = createApp({ config: readConfig({}), log: pino({ enabled: false }), metrics });
    app = server;
    server.get('/broken', () => {
      throw new Error('relation "secrets" does not exist');
    });
    const answer = await server.inject('/broken');
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({ error: 'internal error' });
    expect(answer.headers).toMatchObject(answerHeaders('http://localhost:4000'));
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('with an internal error leaves no token in the log', async () => {
    const server = await start(CLIENT_LIMITS);
    const response = await fetch(
      `http://127.0.0.1:${portOf(server)}/broken?token=secret-of-a-player`,
    );
    expect(response.status).toBe(500);
    expect(said.join('')).toContain('inside knowledge');
    expect(said.join('')).not.toContain('secret-of-a-player');
  });

  it('with headers of more than 16 kB is refused', async () => {
    await start(CLIENT_LIMITS);
    const socket = await open();
    socket.write(`GET /who HTTP/1.1\r\nHost: shop\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 431 /);
  });

  it.each([
    ['of an untrusted sender is ignored', '', '127.0.0.1'],
    ['of our proxy is, as far as our proxy wrote it', '127.0.0.1', '203.0.113.9'],
    ['is read through two of ours', '127.0.0.1,203.0.113.0/24', '198.51.100.4'],
  ])('X-Forwarded-For %s', async (_, proxies, who) => {
    const server = await start(CLIENT_LIMITS, proxies);
    const response = await fetch(`http://127.0.0.1:${portOf(server)}/who`, {
      headers: { 'x-forwarded-for': '1.2.3.4, 198.51.100.4, 203.0.113.9' },
    });
    expect(await response.text()).toBe(who);
  });

  it.each([
    [
      'two lengths',
      'POST /form HTTP/1.1\r\nHost: shop\r\ncontent-length: 4\r\ncontent-length: 5\r\n\r\nabcde',
    ],
    [
      'a length and chunks',
      'POST /form HTTP/1.1\r\nHost: shop\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a bare line end in a header', 'GET /who HTTP/1.1\r\nHost: shop\r\nX-A: b\nX-B: c\r\n\r\n'],
    ['no host', 'GET /who HTTP/1.1\r\n\r\n'],
  ])('with %s is refused, because proxies may parse it differently', async (_, request) => {
    await start(LISTENS);
    const socket = await open();
    socket.write(request);
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 400 /);
  });

  const FORM = 'POST /form HTTP/1.1\r\nHost: shop\r\ncontent-type: text/plain\r\n';
  const LAST = 'connection: close\r\n\r\n';

  it.each([
    ['two hosts', `GET /who HTTP/1.1\r\nHost: shop\r\nHOST: other\r\n\r\n`],
    ['no version', 'GET /who\r\n\r\n'],
    ['a coding before chunks', `${FORM}transfer-encoding: identity, chunked\r\n\r\n0\r\n\r\n`],
    ['compressed chunks', `${FORM}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
  ])('with %s is refused, and the connection ends (14.19)', async (_, request) => {
    await start(LISTENS);
    const socket = await open();
    socket.write(request);
    const answer = await untilClosed(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain("content-security-policy: default-src 'none'");
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  it.each([
    ['chunks', `${FORM}transfer-encoding: Chunked\r\n${LAST}1\r\na\r\n0\r\n\r\n`],
    ['the version of old proxies', 'GET /who HTTP/1.0\r\n\r\n'],
  ])('with %s is served (14.19)', async (_, request) => {
    await start(LISTENS);
    const socket = await open();
    socket.write(request);
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 200 /);
  });
});
