import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { servedPages } from '../../../../../tests/support/served-pages.ts';
import { REMOVED_WORKER, workerScript } from './worker-script.ts';

const get = servedPages();

it('[E02] the worker is never cached and covers home', async () => {
  const answer = await get('/miniflix/sw.js');
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-cache',
    'service-worker-allowed': '/miniflix',
    'content-type': 'text/javascript; charset=utf-8',
  });
});

it('[E02] the offline page is one file in the requested language that may load nothing and call only its own shop', async () => {
  const english = await get('/dr2/offline.html');
  expect(english.body).toContain("You're offline");
  expect(english.body).not.toMatch(/(?:src|href)="(?!data:|#)/);
  expect(english.body).not.toMatch(/"amount"|signSecret|[$€]\d/);
  const policy = String(english.headers['content-security-policy']).split('; ');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("connect-src 'self'");
  expect((await get('/dr2/offline.html', { 'accept-language': 'zh-CN' })).body).toContain(
    '您已离线',
  );
  const etag = String(english.headers.etag);
  expect((await get('/dr2/offline.html', { 'if-none-match': etag })).statusCode).toBe(304);
});

it.each(['/nowhere/sw.js', '/nowhere/offline.html', '/nowhere/app.webmanifest'])(
  '%s does not exist for an unknown project',
  async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  },
);

type Handler = (event: unknown) => void;

/** Runs a worker's script with a minimal global scope. */
function runWorker(script: string) {
  const handlers = new Map<string, Handler>();
  const done: string[] = [];
  const self = {
    addEventListener: (name: string, handler: Handler) => handlers.set(name, handler),
    skipWaiting: () => undefined,
    registration: { unregister: async () => done.push('unregistered') },
  };
  const caches = { delete: async (name: string) => done.push(`dropped ${name}`) };
  runInNewContext(script, { self, caches, location: { origin: 'https://shop.example' }, URL });
  const answers = (url: string, request: object = {}): boolean => {
    let isAnswered = false;
    handlers.get('fetch')?.({
      request: { url, method: 'GET', mode: 'navigate', destination: 'document', ...request },
      preloadResponse: new Promise(() => undefined),
      respondWith: () => (isAnswered = true),
    });
    return isAnswered;
  };
  return { handlers, done, answers };
}

it('[E02] the worker answers the pages of its own project and nothing else', () => {
  const { answers } = runWorker(workerScript('dr2'));
  expect(answers('https://shop.example/dr2')).toBe(true);
  expect(answers('https://shop.example/dr2/goodsList?x=1')).toBe(true);
  expect(answers('https://shop.example/dr2_mpt')).toBe(false);
  expect(answers('https://other.example/dr2')).toBe(false);
  expect(answers('https://shop.example/dr2', { mode: 'cors', destination: '' })).toBe(false);
  expect(answers('https://shop.example/dr2', { destination: 'iframe' })).toBe(false);
  expect(answers('https://shop.example/dr2', { method: 'POST' })).toBe(false);
});

it('[E02] a project can take an installed worker away', async () => {
  const { handlers, done, answers } = runWorker(REMOVED_WORKER);
  let ended: Promise<unknown> = Promise.resolve();
  handlers.get('activate')?.({ waitUntil: (work: Promise<unknown>) => (ended = work) });
  await ended;
  expect(done).toEqual(['unregistered', 'dropped webpay-offline']);
  expect(answers('https://shop.example/dr2')).toBe(false);
});
