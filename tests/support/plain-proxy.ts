import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** A plain proxy: kept-alive connections, health checks, no second try. */
export type PlainProxy = {
  readonly url: string;
  /** Requests that got no answer of a server, or one of 500 and above. */
  readonly failed: readonly string[];
  /** Answers of each server, by its port. */
  readonly answered: ReadonlyMap<number, number>;
  /** Sends requests to these ports while their `/readyz` answers 200. */
  use(ports: readonly number[]): void;
  isUsed(port: number): boolean;
  stop(): Promise<void>;
};

const CHECK_EVERY_MS = 20;
/** Exceeds any pause of a test: a connection that closes during a write loses the request. */
const KEEP_ALIVE_MS = 120_000;

/** @param port where it listens on 127.0.0.1 */
export async function plainProxy(port: number): Promise<PlainProxy> {
  const agent = new Agent({ keepAlive: true });
  const stopping = new AbortController();
  const failed: string[] = [];
  const answered = new Map<number, number>();
  let ports: readonly number[] = [];
  const healthy = new Set<number>();
  let turn = 0;

  const pass = (near: IncomingMessage, reply: ServerResponse): void => {
    const choices = [...healthy];
    const chosen = choices[turn++ % Math.max(choices.length, 1)];
    const fail = (why: string): void => {
      failed.push(`${near.method} ${near.url} at ${chosen}: ${why}`);
      if (!reply.headersSent) reply.writeHead(502);
      reply.end();
    };
    if (chosen === undefined) {
      fail('no server is ready');
      return;
    }
    const far = request(
      {
        agent,
        host: '127.0.0.1',
        port: chosen,
        method: near.method,
        path: near.url,
        headers: near.headers,
      },
      (answer) => {
        const status = answer.statusCode ?? 0;
        if (status >= 500) failed.push(`${near.method} ${near.url} at ${chosen}: ${status}`);
        answered.set(chosen, (answered.get(chosen) ?? 0) + 1);
        const { connection: _own, ...headers } = answer.headers;
        reply.writeHead(status, headers);
        answer.on('error', (error) => fail(error.message));
        answer.pipe(reply);
      },
    );
    far.on('error', (error) => fail(error.message));
    near.pipe(far);
  };
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, pass).listen(port, '127.0.0.1');
  await once(server, 'listening');

  const checking = (async () => {
    const { signal } = stopping;
    while (!signal.aborted) {
      await Promise.all(
        ports.map(async (each) => {
          const isReady = await fetch(`http://127.0.0.1:${each}/readyz`, { signal }).then(
            async (response) => {
              await response.arrayBuffer();
              return response.ok;
            },
            () => false,
          );
          if (isReady && ports.includes(each)) healthy.add(each);
          else healthy.delete(each);
        }),
      );
      await pause(CHECK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  })();
  return {
    url: `http://127.0.0.1:${port}`,
    failed,
    answered,
    use: (used) => {
      ports = used;
      for (const each of healthy) if (!used.includes(each)) healthy.delete(each);
    },
    isUsed: (each) => healthy.has(each),
    stop: async () => {
      stopping.abort();
      await checking;
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
