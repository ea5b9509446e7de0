import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Hosts that the shop announces as its mirrors and that are none. */
export type FaultyHosts = {
  /** Answers everything with somebody's web page. */
  readonly html: string;
  /** Answers after the shop has long begun. */
  readonly slow: string;
  /** The quickest of all, and wrong by a day; it knows nothing else. */
  readonly wrongClock: string;
  /** Which of them were asked for more than the time. */
  readonly asked: ReadonlySet<string>;
  close(): void;
};

const DAY_MS = 86_400_000;
const SLOW_MS = 4_000;
const HEARTBEAT = '/api/common/heartbeat';

type Answer = (response: ServerResponse, isHeartbeat: boolean) => void;

export async function startFaultyHosts(): Promise<FaultyHosts> {
  const asked = new Set<string>();
  const closers: (() => void)[] = [];

  const start = async (answer: Answer): Promise<string> => {
    const server = createServer((request: IncomingMessage, response) => {
      response.setHeader('access-control-allow-origin', '*');
      const isHeartbeat = request.url?.startsWith(HEARTBEAT) ?? false;
      if (!isHeartbeat) asked.add(url);
      answer(response, isHeartbeat);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // Verified edge: a server that listens on a port has an address with one.
    const url = `http://localhost:${(server.address() as AddressInfo).port}`;
    closers.push(() => {
      server.closeAllConnections();
      server.close();
    });
    return url;
  };

  const page: Answer = (response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Welcome</title><h1>It works!</h1>');
  };
  const time = (offsetMs: number) => JSON.stringify({ code: 200, _: Date.now() + offsetMs });
  return {
    html: await start(page),
    slow: await start((response) => void setTimeout(() => response.end(time(0)), SLOW_MS)),
    wrongClock: await start((response, isHeartbeat) =>
      isHeartbeat ? response.end(time(-DAY_MS)) : page(response, false),
    ),
    asked,
    close: () => closers.forEach((close) => close()),
  };
}
