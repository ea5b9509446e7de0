import { request } from 'node:http';
import { CALL_PATHS } from '@webpay/contract/paths';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type EditedCatalogue,
  editedCatalogue,
} from '../../../../tests/support/edited-catalogue.ts';
import { sharedEnvironment } from '../../../../tests/support/shared-environment.ts';
import { answerHeaders } from './answer-headers.ts';

// A shop behind a proxy that terminates https.
const world = sharedEnvironment({
  env: { WEBPAY_MODE: 'sandbox', PUBLIC_URL: 'https://shop.example' },
});

type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
};
type Asked = {
  readonly port?: number;
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Sends the address as written: `fetch` would normalise it. */
async function ask(address: string, asked: Asked = {}): Promise<Answer> {
  const { port = world().config.port, method = 'GET', body, headers = {} } = asked;
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: address, method, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (text += chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const report = { 'content-type': 'application/reports+json' };
const metrics = () => world().config.metricsPort;
const mirror = () => world().config.mirrorPorts[0] ?? 0;
const tooLong = 'x'.repeat(300_000);

type Kind = readonly [what: string, status: number, ask: () => Promise<Answer>];

const NO_PAGES: readonly Kind[] = [
  [
    'a call',
    200,
    () => ask(CALL_PATHS.regions.path, { method: 'POST', body: 'x=1', headers: form }),
  ],
  ['a call of a mirror', 200, () => ask(CALL_PATHS.heartbeat.path, { port: mirror() })],
  ['a preflight', 404, () => ask(CALL_PATHS.regions.path, { method: 'OPTIONS' })],
  ['no such call', 404, () => ask('/api/nothing', { method: 'POST' })],
  [
    'a call that is too long',
    413,
    () => ask(CALL_PATHS.role.path, { method: 'POST', body: tooLong, headers: form }),
  ],
  [
    'a webhook that is too long',
    413,
    () => ask('/webhooks/paypal', { method: 'POST', body: tooLong }),
  ],
  ['a webhook nobody signed', 401, () => ask('/webhooks/paypal', { method: 'POST', body: '{}' })],
  [
    'a browser’s report',
    204,
    () => ask('/csp-reports', { method: 'POST', body: '[]', headers: report }),
  ],
  ['a redirect', 302, () => ask('/')],
  ['another redirect', 302, () => ask('/error')],
  ['an address that cannot be read', 302, () => ask('/%E0%A4%A')],
  ['one of a mirror', 302, () => ask('/%E0%A4%A', { port: mirror() })],
  ['no such file', 404, () => ask('/assets/nothing.js')],
  ['no such page of a mirror', 404, () => ask('/miniflix', { port: mirror() })],
  ['a page asked for in another way', 404, () => ask('/miniflix', { method: 'POST', body: 'a=b' })],
  ['an address that is too long', 404, () => ask(`/${'a'.repeat(400)}`)],
  ['robots.txt', 200, () => ask('/robots.txt')],
  ['favicon.ico', 204, () => ask('/favicon.ico')],
  ['the manifest', 200, () => ask('/miniflix/app.webmanifest')],
  ['a picture', 200, () => ask('/catalogue/miniflix/art/icon.webp')],
  ['a script', 200, async () => ask(await scriptOfHome())],
  ['readiness', 200, () => ask('/readyz')],
  ['readiness for machines', 200, () => ask('/readyz', { port: metrics() })],
  ['metrics', 200, () => ask('/metrics', { port: metrics() })],
  ['no such address for machines', 404, () => ask('/nothing', { port: metrics() })],
  ['a clock set wrongly', 400, () => ask('/clock', { port: metrics(), method: 'PUT' })],
];

const DOCUMENTS: readonly Kind[] = [
  ['home', 200, () => ask('/miniflix')],
  ['the same again', 304, async () => askAgain('/miniflix')],
  ['a skeleton', 200, () => ask('/miniflix/payment')],
  ['the choice of games', 200, () => ask('/login')],
  ['maintenance', 200, () => ask('/error/maintenance')],
  ['the mall’s checkout', 200, () => ask('/mallCheckout?token=nonsense')],
  ['no such page', 404, () => ask('/no/such/page')],
  ['the page of a game that is not there', 404, () => ask('/unknown_project/goodsList')],
  ['the offline page', 200, () => ask('/miniflix/offline.html')],
  ['the offline page again', 304, async () => askAgain('/miniflix/offline.html')],
];

async function scriptOfHome(): Promise<string> {
  const { body } = await ask('/miniflix');
  return /src="(\/assets\/boot-[^"]+)"/.exec(body)?.[1] ?? '';
}

async function askAgain(address: string): Promise<Answer> {
  const { etag } = (await ask(address)).headers;
  return ask(address, { headers: { 'if-none-match': String(etag) } });
}

describe('security headers of answers', () => {
  const always = answerHeaders('https://shop.example');

  it.each(NO_PAGES)(
    '%s (%i) has the policy of an answer that is no page',
    async (_what, status, asked) => {
      const answer = await asked();
      expect(answer.status).toBe(status);
      expect(answer.headers).toMatchObject(always);
      expect(answer.headers['x-powered-by']).toBeUndefined();
      expect(answer.headers['server']).toBeUndefined();
    },
  );

  it.each(DOCUMENTS)('%s (%i) has a policy of its own', async (_what, status, asked) => {
    const { 'content-security-policy': _none, 'referrer-policy': _own, ...rest } = always;
    const answer = await asked();
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject(rest);
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toMatch(/script-src '(?:self|sha256-[\w+/=]{44})'/);
    // Scripts are allowed by host or hash, never inline or by a nonce.
    expect(policy).not.toMatch(
      /'unsafe-eval'|'nonce-|script-src[^;]*'unsafe|style-src [^;]*'unsafe/,
    );
    expect(answer.headers['permissions-policy']).toContain('camera=()');
  });

  it('a drawing opened by itself may do nothing', async () => {
    const { headers, status } = await ask('/catalogue/shared/publisher.svg');
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox$/);
  });

  it('every answer with a body names its type, and texts and drawings their charset (14.19)', async () => {
    const more: readonly Kind[] = [
      ['a drawing', 200, () => ask('/catalogue/shared/publisher.svg')],
      ['the service worker', 200, () => ask('/miniflix/sw.js')],
    ];
    for (const [what, , asked] of [...NO_PAGES, ...DOCUMENTS, ...more]) {
      const { body, headers } = await asked();
      if (body === '') continue;
      const type = String(headers['content-type']);
      expect(type, what).toMatch(/^[a-z]+\/[\w.+-]+(?:;|$)/);
      if (/^text\/|[+/]xml/.test(type)) expect(type, what).toMatch(/; charset=utf-8$/);
    }
  });

  it('[E02] the service worker may only request pages of the shop', async () => {
    const { headers } = await ask('/miniflix/sw.js');
    expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'");
  });

  it('all headers are set, and strict-transport-security only over https', () => {
    const everywhere = {
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'x-permitted-cross-domain-policies': 'none',
      'origin-agent-cluster': '?1',
    };
    expect(answerHeaders('http://localhost:4000')).toEqual(everywhere);
    const overHttps = 'max-age=31536000; includeSubDomains';
    expect(always).toEqual({ ...everywhere, 'strict-transport-security': overHttps });
  });
});

describe('frame-ancestors of a shop page', () => {
  let edited: EditedCatalogue | undefined;
  afterAll(() => edited?.remove());

  it('contains the games that the project names, from the import on, for no other project', async () => {
    edited = await editedCatalogue(world().databaseUrl);
    await edited.addToProject('cgg', "framed_by: ['https://play.cgg.example']");
    await edited.import();
    const frames = async (address: string) => {
      const { headers } = await ask(address);
      const policy = String(headers['content-security-policy']);
      return [/frame-ancestors ([^;]*)/.exec(policy)?.[1], headers['x-frame-options']];
    };
    await expect.poll(() => frames('/cgg')).toEqual(['https://play.cgg.example', undefined]);
    expect(await frames('/cgg/goodsList')).toEqual(['https://play.cgg.example', undefined]);
    expect(await frames('/cgg/offline.html')).toEqual(["'none'", 'DENY']);
    expect(await frames('/dr2')).toEqual(["'none'", 'DENY']);
    expect(await frames('/login')).toEqual(["'none'", 'DENY']);
  });
});

describe('[R01, R03, R20] a redirect never leaves the shop', () => {
  const OURS = ['/inConstruction', '/error/maintenance', '/webpay/404'];

  it.each([
    '//evil.example',
    '//evil.example/',
    '//evil.example/%2e%2e',
    '///evil.example',
    '/\\evil.example',
    '/\\/evil.example',
    '//evil.example\\@shop.example',
    '/%2f/evil.example',
    '/%5cevil.example',
    '/%09/evil.example',
    '/%0d%0alocation:%20https://evil.example',
    '/.//evil.example',
    '/..//evil.example/..',
    '/error//evil.example',
    '/error/..//evil.example',
    '//evil.example/error',
    '/?next=https://evil.example',
    '/?//evil.example',
    '/error?redirect_url=//evil.example',
    '/;@evil.example',
    '/@evil.example',
    '/http://evil.example',
    '/https:%2f%2fevil.example',
    '/javascript:alert(1)',
    '/assets//evil.example/..',
    '/assets/..%2f..%2f/evil.example',
    '/catalogue//evil.example',
    '/catalogue/miniflix/art',
    '/miniflix//evil.example/',
    '/miniflix/iframe?url=https://evil.example',
    '/mallCheckout?token=//evil.example',
    '/%E0%A4%A//evil.example',
    'http://evil.example/',
    'http://evil.example//evil.example/error',
    'https://evil.example:443/error',
    'http://user:word@evil.example/%E0%A4%A',
    '//evil.example/%E0%A4%A',
  ])('%s', async (address) => {
    for (const port of [world().config.port, mirror()]) {
      const answer = await ask(address, { port, headers: { host: 'evil.example' } });
      expect(answer.status).toBeLessThan(500);
      const { location } = answer.headers;
      const isRedirect = answer.status >= 300 && answer.status < 400;
      expect(isRedirect ? OURS : [undefined]).toContain(location);
      expect(answer.headers['refresh']).toBeUndefined();
      // The requested host is untrusted: nothing in a page is built from it.
      expect(answer.body).not.toContain('//evil.example');
    }
  });
});
