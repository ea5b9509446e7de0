import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';

/** How the two services behave; `broken` answers with a script whose data layer throws. */
export type Mood = 'well' | 'hanging' | 'gone' | 'broken';

const entry = v.looseObject({
  event: v.optional(v.string()),
  ecommerce: v.optional(
    v.nullable(
      v.looseObject({
        currency: v.string(),
        value: v.optional(v.number()),
        transaction_id: v.optional(v.string()),
        items: v.array(
          v.looseObject({
            item_id: v.string(),
            item_name: v.string(),
            price: v.number(),
            quantity: v.number(),
          }),
        ),
      }),
    ),
  ),
  page_location: v.optional(v.string()),
  /** When the page told it (ms): what is told at once may arrive in another order. */
  told_at: v.number(),
});

export type Entry = v.InferOutput<typeof entry>;

/** The visitor statistics and the tag manager of the outside environment, in one (A04). */
export type Counting = {
  readonly url: string;
  /** Addresses of the scripts that were asked for. */
  readonly loaded: string[];
  /** What the tag manager found in the data layer, in GA4's shape, as it came to stand there. */
  readonly entries: Entry[];
  /** The same as it came, for what must not be in it. */
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

export async function startCounting(): Promise<Counting> {
  const waiting = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (request.method === 'POST') {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        counting.raw.push(body);
        counting.entries.push(v.parse(entry, JSON.parse(body)));
        counting.entries.sort((one, other) => one.told_at - other.told_at);
        response.end();
      });
      return;
    }
    counting.loaded.push(path);
    if (counting.mood === 'gone') response.destroy();
    else if (counting.mood === 'hanging') waiting.add(response);
    else {
      const script = counting.mood === 'broken' ? BROKEN : TAG_MANAGER;
      response.setHeader('content-type', 'text/javascript');
      response.end(path.startsWith('/tag.js') ? script : '');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Verified edge: a server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  const counting: Counting = {
    url: `http://localhost:${port}`,
    loaded: [],
    entries: [],
    raw: [],
    mood: 'well',
    forget() {
      for (const list of [counting.loaded, counting.entries, counting.raw]) list.length = 0;
    },
    close() {
      for (const response of waiting) response.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
  return counting;
}
