import { CALL_PATHS } from '@webpay/contract/paths';
import { expect } from 'vitest';
import { sendRaw } from './raw.ts';
import { expectCode, pairsOf, post, type Attacks } from './target.ts';

const EVIL = 'evil.example';

const PAGES = [
  '/',
  '/miniflix',
  '/miniflix/',
  '/miniflix/goodsList',
  '/login',
  '/error',
  '/nowhere/at/all',
  '/mallCheckout',
];

export const HOSTS: Attacks = {
  'pages requested under another host: Host, X-Forwarded-Host, Forwarded: no page and no redirect names it':
    async (shop) => {
      const headers = {
        host: EVIL,
        'x-forwarded-host': EVIL,
        'x-host': EVIL,
        'x-original-host': EVIL,
        'x-forwarded-server': EVIL,
        forwarded: `host=${EVIL};proto=https`,
        'x-forwarded-proto': 'https',
        'x-original-url': '/webpay/404',
      };
      for (const page of PAGES) {
        const seen = await shop.send(page, { headers });
        expect(JSON.stringify(seen.headers) + seen.text, page).not.toContain(EVIL);
        expect(seen.status, page).toBeLessThan(500);
      }
    },
  'a page kept for everybody after it was asked for with a stranger’s headers: the next reader gets the shop’s own':
    async (shop) => {
      const language = { 'accept-language': `de-${EVIL}` };
      const headers = { host: EVIL, 'x-forwarded-host': EVIL, 'x-country': 'US', ...language };
      await shop.send('/miniflix', { headers });
      const seen = await shop.send('/miniflix', { headers: { 'accept-language': 'de' } });
      expect(seen.text).not.toContain(EVIL);
    },
  'absolute addresses of other hosts instead of a path: answered as the shop’s own paths, nothing is fetched or redirected':
    async (shop) => {
      for (const address of [
        `http://${EVIL}/miniflix`,
        `http://${EVIL}@localhost/`,
        'http://169.254.169.254/latest/meta-data/',
        `https://${EVIL}`,
      ]) {
        const head = `GET ${address} HTTP/1.1\r\nHost: ${EVIL}\r\nConnection: close\r\n\r\n`;
        const { text, statuses } = await sendRaw(shop, head);
        expect(text, address).not.toMatch(/evil\.example|169\.254/);
        for (const status of statuses) expect(status, address).toBeLessThan(500);
      }
    },
  'CONNECT, TRACE and other methods: 4xx or a closed connection, no request is echoed': async (
    shop,
  ) => {
    for (const line of [
      'CONNECT evil.example:443',
      'TRACE /',
      'PUT /api/user/role',
      'DELETE /miniflix',
      'PATCH /',
      'PROPFIND /',
    ]) {
      const head = `${line} HTTP/1.1\r\nHost: x\r\nX-Secret: echoed-secret-of-the-test\r\nConnection: close\r\n\r\n`;
      const { text, statuses } = await sendRaw(shop, head);
      expect(text, line).not.toContain('echoed-secret-of-the-test');
      expect(Math.floor((statuses[0] ?? 400) / 100), line).toBe(4);
    }
  },
  'another method in a header or field: X-HTTP-Method-Override, _method: ignored': async (shop) => {
    const { path } = CALL_PATHS.regions;
    const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'PUT' };
    expectCode(await post(shop, path, pairsOf('regions', { _method: 'DELETE' }), headers), 200);
    const got = await shop.send(path, { headers: { 'x-http-method-override': 'POST' } });
    expect(got.status).toBe(404);
  },
  'what is for machines, asked for at the shop’s own port: /metrics, /clock, /healthz: not there':
    async (shop) => {
      for (const address of [
        '/metrics',
        '/healthz',
        '/clock',
        '//metrics',
        '/%6detrics',
        '/METRICS',
      ]) {
        const { text } = await shop.send(address);
        expect(text, address).not.toContain('webpay_calls_total');
        expect(text, address).not.toBe('{"up":true}');
      }
      const headers = { 'content-type': 'application/json' };
      const body = '{"offset_ms":1}';
      const moved = await shop.send('/clock', { method: 'PUT', headers, body });
      expect(Math.floor(moved.status / 100)).toBe(4);
    },
};
