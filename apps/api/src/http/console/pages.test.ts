import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { startConsole } from '../../console.ts';
import { readConfig } from '../../config/config.ts';
import { CLIENT_LIMITS, createApp } from '../app.ts';
import { answerBadAddress, registerConsole } from './console.ts';
import { consolePages } from './testing/console-pages.ts';

const dist = consolePages();
const apps: FastifyInstance[] = [];
let get: (
  url: string,
  headers?: Readonly<Record<string, string>>,
) => Promise<LightMyRequestResponse>;
let getSecure: typeof get;

beforeAll(async () => {
  const { built } = await builtShop(2);
  const serve = async (consoleUrl: string): Promise<typeof get> => {
    const ctx = { ...built.ctx, config: { ...built.ctx.config, consoleUrl } };
    const app = createApp(ctx, CLIENT_LIMITS, { origin: consoleUrl, answerBadAddress });
    apps.push(app);
    await registerConsole(app, ctx, dist);
    return (url, headers = {}) => app.inject({ url, headers });
  };
  get = await serve('http://localhost:4010');
  getSecure = await serve('https://console.example');
});
afterAll(() => Promise.all(apps.map((app) => app.close())));

it.each(['/', '/orders', '/orders/0abc', '/players/9?x=1', '/join/token', '/audit/17'])(
  'the address %s is the page, never stored, with a nonce of its own',
  async (address) => {
    const answer = await get(address);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const [, nonce = ''] = /content="([^"]+)"/.exec(answer.body) ?? [];
    expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect((await get(address)).body).not.toBe(answer.body);
  },
);

it('a page runs no inline script, stands in no frame and sends no referrer', async () => {
  const { headers } = await get('/orders');
  const policy = String(headers['content-security-policy']);
  expect(policy).not.toContain('unsafe');
  for (const directive of [
    "default-src 'none'",
    "script-src 'self'",
    'frame-src http://localhost:4030',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]) {
    expect(policy.split('; ')).toContain(directive);
  }
  expect(headers).toMatchObject({
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(headers).not.toHaveProperty('access-control-allow-origin');
});

it('only a console with https asks for https', async () => {
  expect((await get('/')).headers).not.toHaveProperty('strict-transport-security');
  const secure = await getSecure('/');
  expect(secure.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  expect(secure.headers['content-security-policy']).toContain('upgrade-insecure-requests');
});

it('a hashed asset is kept for ever, and sent compressed', async () => {
  const answer = await get('/assets/main-1a2b3c4d.js', { 'accept-encoding': 'br' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
  });
  expect(answer.headers['content-type']).toContain('javascript');
});

it('other files are kept for an hour', async () => {
  const icon = await get('/icon.svg');
  expect(icon.headers['cache-control']).toBe('public, max-age=3600');
  expect((await get('/robots.txt')).body).toContain('Disallow: /');
  const picture = await get('/catalogue/miniflix/gone.webp');
  expect(picture.statusCode).toBe(404);
});

it.each([
  '/assets/gone-1a2b3c4d.js',
  '/gone.js',
  '/orders/gone.js',
  '/assets/..%2findex.html',
  '/..%2f..%2fpackage.json',
  '/sources.json',
  '/%',
  '/console/api/v1/nothing',
])('the address %s is a problem with 404, not a page', async (address) => {
  const answer = await get(address);
  expect(answer.statusCode).toBe(404);
  expect(answer.headers['content-type']).toContain('application/problem+json');
  expect(answer.json()).toMatchObject({ status: 404, title: 'Not Found', code: 'no_address' });
  expect(answer.headers['referrer-policy']).toBe('no-referrer');
});

it('the description of the API is served, and its page needs no script', async () => {
  const description = await get('/console/api/v1/openapi.json');
  expect(description.json()).toMatchObject({ openapi: '3.1.0' });
  const page = await get('/docs');
  expect(page.headers['content-security-policy']).toContain("style-src 'self'");
  expect(page.body).not.toMatch(/<script|style=|<style/);
  expect(page.body).toContain('<code>GET /orders/{id}</code>');
  expect((await get('/docs.css')).headers['content-type']).toContain('text/css');
});

it('a console without its pages does not start, and says what to run', async () => {
  await expect(startConsole(readConfig({}), `${dist}/none`)).rejects.toThrow(
    "The console's pages are not built: run npm run build, or start the shop with npm start.",
  );
});
