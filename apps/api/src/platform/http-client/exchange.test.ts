import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { exchange, REAL_OUTSIDE } from './exchange.ts';

let server: Server | null = null;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

async function listen(answer: RequestListener): Promise<string> {
  const opened = createServer(answer);
  server = opened;
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
  const { port } = opened.address() as AddressInfo;
  return `http://127.0.0.1:${port}/`;
}

const get = (url: string, timeoutMs = 60_000, bodyLimit = 1_000) =>
  exchange(REAL_OUTSIDE, { method: 'GET', url, timeoutMs, bodyLimit });

describe('an HTTP exchange', () => {
  it('returns the answer with its bytes', async () => {
    const url = await listen((_, response) => response.writeHead(418).end('tea'));
    const heard = await get(url);
    expect(heard).toMatchObject({ kind: 'answered', status: 418 });
    expect(heard.kind === 'answered' && heard.body.toString()).toBe('tea');
  });

  it('ends without an answer', async () => {
    const url = await listen(() => undefined);
    expect(await get(url, 50)).toEqual({ kind: 'silent', why: 'no answer in time' });
  });

  it('ends when an answer never completes', async () => {
    const url = await listen((_, response) => response.writeHead(200).write('beginning'));
    expect(await get(url, 100)).toEqual({ kind: 'silent', why: 'no answer in time' });
  });

  it('ends when the answer is too large', async () => {
    const url = await listen((_, response) => response.end('x'.repeat(5_000)));
    expect(await get(url)).toEqual({ kind: 'silent', why: 'the answer is too large' });
  });

  it('ends when the connection breaks, and reports only the code', async () => {
    const url = await listen((request) => request.socket.destroy());
    const heard = await get(`${url}?secret=1`);
    expect(heard.kind).toBe('silent');
    expect(JSON.stringify(heard)).not.toMatch(/secret|127\.0\.0\.1/);
  });

  it('ends for a closed port and an unknown host', async () => {
    expect(await get('http://127.0.0.1:1/')).toMatchObject({ kind: 'silent' });
    expect(await get('nonsense')).toMatchObject({ kind: 'silent' });
  });

  it('does not follow a redirect', async () => {
    const url = await listen((request, response) =>
      request.url === '/' ? response.writeHead(302, { location: '/other' }).end() : response.end(),
    );
    expect(await get(url)).toMatchObject({ kind: 'answered', status: 302 });
  });
});
