import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { servedPages } from '../../../../../tests/support/served-pages.ts';
import { createMetrics } from '../../platform/monitoring/metrics.ts';
import { PAGE_LIMITS } from './page-store.ts';

const metrics = createMetrics();
const get = servedPages({ metrics });
const loadedAt = new Date();
const busyMetrics = createMetrics();
/** Its minute lasts as long as the test. */
const busy = servedPages({
  metrics: busyMetrics,
  pageLimits: { ...PAGE_LIMITS, atOnce: 0, waiting: 0 },
  real: () => loadedAt,
});
/** Six pages a minute, which lasts as long as the test. */
const narrow = servedPages({ env: { LIMIT_SCALE: '0.005' }, real: () => loadedAt });

async function pagesBy(answer: string, from = metrics): Promise<number> {
  const { values } = await from.pages.get();
  return values.find((each) => each.labels.answer === answer)?.value ?? 0;
}

/** Ways in which a stranger can vary one page. */
const COOKIES = [
  '',
  'known=1',
  'popup=closed',
  'country=DE',
  'country=MX',
  'known=1; popup=closed',
  'known=1; country=DE',
  'known=1; country=DE; popup=closed',
  'popup=closed; country=DE',
  'lang=de',
  'lang=de; country=JP; known=1',
];

describe('a page costs what it is worth (14.10)', () => {
  it.each([
    ['/dr2', 8],
    ['/miniflix/goodsList', 5],
    ['/dr2/payment', 2],
    ['/dr2/orders', 2],
    ['/mallCheckout', 2],
    ['/mallCheckout?website_code=dr2', 2],
    ['/inConstruction', 2],
    ['/error/maintenance', 2],
    ['/login', 2],
    ['/webpay/404', 2],
  ])(
    '%s is rendered %i times for eleven kinds of visitors, once for each different page',
    async (url, count) => {
      const before = await pagesBy('rendered');
      const etags = new Set<unknown>();
      for (const cookie of COOKIES) etags.add((await get(url, { cookie })).headers.etag);
      expect((await pagesBy('rendered')) - before).toBe(count);
      expect(etags.size).toBe(count);
    },
  );

  it('languages and regions that name no country of the project add no page of home', async () => {
    const pages = async (headers: readonly Readonly<Record<string, string>>[]) => {
      const before = await pagesBy('rendered');
      for (const each of headers) await get('/vp_mbo', each);
      return (await pagesBy('rendered')) - before;
    };
    const tags = ['de', 'de-AQ', 'de-ZZ', 'de-QQ,en-US', 'de-Latn-AQ', 'de-DE-x-stranger', 'de-DE'];
    expect(await pages(tags.map((tag) => ({ 'accept-language': tag })))).toBe(2);
    const places = ['AQ', 'ZZ', 'QQ'].flatMap((country) => [
      { 'accept-language': 'de', 'x-country': country },
      { 'accept-language': 'de', cookie: `country=${country}` },
    ]);
    expect(await pages(places)).toBe(0);
  });

  it('all unknown addresses share one page for each language', async () => {
    const before = await pagesBy('rendered');
    for (const url of ['/no/such', '/nowhere', '/nowhere/goodsList']) {
      for (const cookie of COOKIES) {
        expect((await get(url, { cookie })).statusCode).toBe(404);
      }
    }
    // German, English; the page of /no/such belongs to another route.
    expect((await pagesBy('rendered')) - before).toBeLessThanOrEqual(4);
  });

  it('the offline page is rendered once a language, and stored compressed', async () => {
    const before = await pagesBy('rendered');
    for (const cookie of COOKIES) {
      const answer = await get('/cgg/offline.html', { cookie, 'accept-encoding': 'br' });
      expect(answer.headers['content-encoding']).toBe('br');
    }
    expect((await pagesBy('rendered')) - before).toBe(2);
  });

  it('requests of one page at once wait for one rendering', async () => {
    const before = await pagesBy('stored');
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('/vp_mbo')));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await pagesBy('stored')).toBe(before);
    const { values } = await metrics.limited.get();
    expect(values).toEqual([]);
  });
});

describe('a page while the shop can render no more (14.10)', () => {
  const rootOf = ({ body }: LightMyRequestResponse) =>
    /<div id="root">(.*?)<script/s.exec(body)?.[1] ?? '';

  it.each([
    ['/miniflix', 200],
    ['/miniflix/goodsList', 200],
    ['/miniflix/payment', 200],
    ['/login', 200],
    ['/nowhere', 404],
  ])('%s answers %i as a themed skeleton that the browser draws itself', async (url, status) => {
    const answer = await busy(url, {
      cookie: 'known=1; country=DE',
      'accept-encoding': 'br, gzip',
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-encoding']).toBe('gzip');
    const plain = await busy(url, { cookie: 'known=1' });
    expect(rootOf(plain)).toContain('aria-busy="true"');
    expect(plain.body).toContain('"rendered":false');
    // Its script starts at once, in place of after the first paint.
    expect(plain.body).toMatch(/id="boot"[^>]* data-now/);
    expect(plain.headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-/);
    expect(plain.headers['content-security-policy']).toBe(
      answer.headers['content-security-policy'],
    );
  });

  it('has the theme and language of its visitor, and is stored', async () => {
    const { body } = await busy('/dr2', { cookie: 'lang=de' });
    expect(body).toContain('<html lang="de" data-mode=');
    expect(body).toContain('data-shape="carved"');
    const first = await busy('/dr2', { cookie: 'lang=de' });
    const again = await busy('/dr2', {
      cookie: 'lang=de; known=1',
      'if-none-match': String(first.headers.etag),
    });
    expect(again.statusCode).toBe(304);
  });

  it('the offline page comes without its pictures', async () => {
    const { body } = await busy('/dr2/offline.html');
    expect(body).toContain("You're offline");
    expect(body).not.toContain('data:image/webp');
    expect((await get('/dr2/offline.html')).body).toContain('data:image/webp');
  });

  it('raises one alert a minute, and counts the skeletons', async () => {
    await busy('/cgg');
    const { values } = await busyMetrics.alerts.get();
    expect(values).toEqual([expect.objectContaining({ labels: { kind: 'pages_shed' }, value: 1 })]);
    expect(await pagesBy('skeleton', busyMetrics)).toBeGreaterThan(0);
    expect(await pagesBy('rendered', busyMetrics)).toBe(0);
  });
});

it('a network over its own limit of pages gets 503 and a time, its neighbour a page (14.10)', async () => {
  const from = (network: string, url: string) => narrow(url, { 'x-forwarded-for': network });
  const urls = [
    '/cgg',
    '/cgg/sw.js',
    '/cgg/offline.html',
    '/cgg/app.webmanifest',
    '/login',
    '/cgg',
  ];
  for (const url of urls) expect((await from('203.0.113.1', url)).statusCode, url).toBe(200);
  for (const url of urls) {
    const refused = await from('203.0.113.1', url);
    expect(refused.statusCode, url).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(refused.headers['cache-control']).toBe('no-store');
  }
  const { body, statusCode } = await from('203.0.113.2', '/cgg');
  expect(statusCode).toBe(200);
  const script = /src="(\/assets\/boot-[^"]+)"/.exec(body)?.[1] ?? '';
  expect((await from('203.0.113.1', script)).statusCode).toBe(200);
});
