import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';

async function listen(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Verified edge: a listening TCP server has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://localhost:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Behaviour of the analytics scripts; `broken` throws from its data layer. */
export type Mood = 'well' | 'hanging' | 'gone' | 'broken';

const item = v.looseObject({
  item_id: v.string(),
  item_name: v.string(),
  price: v.number(),
  quantity: v.number(),
});
const entry = v.looseObject({
  event: v.optional(v.string()),
  ecommerce: v.optional(
    v.nullable(
      v.looseObject({
        currency: v.string(),
        value: v.optional(v.number()),
        transaction_id: v.optional(v.string()),
        items: v.array(item),
      }),
    ),
  ),
  page_location: v.optional(v.string()),
  /** Time of the push (ms): entries may arrive out of order. */
  told_at: v.number(),
});

/** Visitor statistics and tag manager in one server (A04). */
export type AnalyticsServer = {
  readonly url: string;
  readonly loaded: string[];
  /** Data layer entries in GA4's shape, in order. */
  readonly entries: v.InferOutput<typeof entry>[];
  /** The entries as received. */
  readonly raw: string[];
  mood: Mood;
  forget(): void;
  close(): void;
};

const TAG_MANAGER = `(() => {
  const to = new URL('/collect', document.currentScript.src);
  let last = 0;
  const tell = (entry) => {
    last = Math.max(last + 0.001, performance.timeOrigin + performance.now());
    const body = JSON.stringify({ ...entry, told_at: last });
    return fetch(to, { method: 'POST', mode: 'no-cors', keepalive: true, body });
  };
  const layer = window.dataLayer;
  layer.forEach(tell);
  const push = layer.push.bind(layer);
  layer.push = (...entries) => { entries.forEach(tell); return push(...entries); };
})()`;
const BROKEN = `window.dataLayer.push = () => { throw new Error('from the tag manager'); };`;

export async function startAnalytics(): Promise<AnalyticsServer> {
  const waiting = new Set<ServerResponse>();
  const server = await listen((request, response) => {
    const path = request.url ?? '';
    if (request.method === 'POST') {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        analytics.raw.push(body);
        analytics.entries.push(v.parse(entry, JSON.parse(body)));
        analytics.entries.sort((one, other) => one.told_at - other.told_at);
        response.end();
      });
      return;
    }
    analytics.loaded.push(path);
    if (analytics.mood === 'gone') response.destroy();
    else if (analytics.mood === 'hanging') waiting.add(response);
    else {
      const script = analytics.mood === 'broken' ? BROKEN : TAG_MANAGER;
      response.setHeader('content-type', 'text/javascript');
      response.end(path.startsWith('/tag.js') ? script : '');
    }
  });
  const analytics: AnalyticsServer = {
    url: server.url,
    loaded: [],
    entries: [],
    raw: [],
    mood: 'well',
    forget() {
      for (const list of [analytics.loaded, analytics.entries, analytics.raw]) list.length = 0;
    },
    close() {
      for (const response of waiting) response.destroy();
      server.close();
    },
  };
  return analytics;
}

/** Announced mirrors that do not belong to the shop. */
export type FaultyMirrors = Awaited<ReturnType<typeof startFaultyMirrors>>;

const DAY_MS = 86_400_000;
const SLOW_MS = 4_000;

export async function startFaultyMirrors() {
  /** Mirrors that received more than a heartbeat. */
  const asked = new Set<string>();
  const closers: (() => void)[] = [];
  const start = async (answer: (response: ServerResponse, isHeartbeat: boolean) => void) => {
    const { url, close } = await listen((request, response) => {
      response.setHeader('access-control-allow-origin', '*');
      const isHeartbeat = request.url?.startsWith('/api/common/heartbeat') ?? false;
      if (!isHeartbeat) asked.add(url);
      answer(response, isHeartbeat);
    });
    closers.push(close);
    return url;
  };
  const page = (response: ServerResponse): void => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Welcome</title><h1>It works!</h1>');
  };
  const time = (offsetMs: number) => JSON.stringify({ code: 200, _: Date.now() + offsetMs });
  return {
    html: await start(page),
    /** Answers long after the shop has started. */
    slow: await start((response) => void setTimeout(() => response.end(time(0)), SLOW_MS)),
    /** Answers first, with a clock wrong by a day. */
    wrongClock: await start((response, isHeartbeat) =>
      isHeartbeat ? response.end(time(-DAY_MS)) : page(response),
    ),
    asked,
    close: () => closers.forEach((close) => close()),
  };
}

/** A foreign site: to a browser `127.0.0.1` and `localhost` are different sites. */
export async function startHostileSite(body: string) {
  const { port, close } = await listen((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><title>Free gems</title><link rel="icon" href="data:,">${body}`);
  });
  return { url: `http://127.0.0.1:${port}`, close };
}
