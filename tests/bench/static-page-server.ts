import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import * as v from 'valibot';
import { fetchPacked } from './fetch-packed.ts';
import { listenForBench, settingsFromBench } from './helper-process.ts';

/**
 * Serves one page without script and its files as the shop sends them, from memory: the minimum for
 * a page with this look.
 */
const { shopUrl, pagePath, html } = v.parse(
  v.object({ shopUrl: v.string(), pagePath: v.string(), html: v.string() }),
  await settingsFromBench(),
);

type Sent = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
};

const page: Sent = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' },
  body: brotliCompressSync(html),
};
const files = new Map<string, Promise<Sent>>();

await listenForBench(
  createServer((incoming, response) => {
    sentFor(incoming.url ?? '/').then(
      ({ status, headers, body }) => {
        response.writeHead(status, { ...headers, 'content-length': String(body.length) }).end(body);
      },
      () => response.writeHead(502).end(),
    );
  }),
);

async function sentFor(path: string): Promise<Sent> {
  if (path === pagePath) return page;
  const known = files.get(path) ?? fromShop(path);
  files.set(path, known);
  return known;
}

async function fromShop(path: string): Promise<Sent> {
  const { status, headers, body } = await fetchPacked(new URL(path, shopUrl));
  const kept = ['content-type', 'content-encoding', 'cache-control'].flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { status, headers: Object.fromEntries(kept), body };
}
