import { CALL_PATHS, type CallName } from '@webpay/contract/paths';
import { sign } from '@webpay/contract/sign';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import { createShopper, orderFields, want, type Shopper } from '../../support/shopper.ts';
import { ordersMade } from '../../support/orders-made.ts';
import { commonShop } from '../../support/shared-environment.ts';

const environment = commonShop();
const POSTS = (Object.keys(CALL_PATHS) as CallName[]).filter((name) => name !== 'heartbeat');
const NEED_SESSION = POSTS.filter((name) => CALL_PATHS[name].session === 'required');

let victim: Shopper;
let cart: string;
beforeAll(async () => {
  victim = await createShopper(environment());
  cart = await cartOf(victim);
});

async function cartOf({ client }: Shopper): Promise<string> {
  await want(client.call('cartSet', { product_id: 'gems-60', count: '2' }));
  return JSON.stringify((await want(client.call('cartGet', {}))).items);
}

/** Everything a foreign page has: the published secret and the browser's own headers. */
function forged(fields: Readonly<Record<string, string>> = {}): URLSearchParams {
  const pairs = Object.entries({
    game_id: '20',
    lang: 'en',
    ver: 'evil',
    timestamp: String(Date.now()),
    website_code: 'miniflix',
    ...victim.place,
    product_id: 'gems-60',
    product_ids: 'gems-60',
    count: '9',
    ...orderFields('gems-60'),
    redirect_url: 'https://evil.example',
    activity_id: 'bargain',
    on: '1',
    ...fields,
  });
  return new URLSearchParams([...pairs, ['sign', sign(pairs, DEFAULT_SIGN_SECRET)]]);
}

const browserSends = (): Record<string, string> => ({
  origin: 'https://evil.example',
  referer: 'https://evil.example/',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'iframe',
  // The shop's cookies, and a session that it never stores there.
  cookie: `known=1; lang=en; user_token=${victim.userToken}; project=miniflix`,
  authorization: `Bearer ${victim.userToken}`,
});

describe('a form sent by a foreign page in a player’s browser', () => {
  it.each(NEED_SESSION)('%s: has no session, however it is sent', async (name) => {
    const address = environment().url + CALL_PATHS[name].path;
    const text = [...forged()].map(([key, value]) => `${key}=${value}`).join('\r\n');
    const multipart = new FormData();
    for (const [key, value] of forged()) multipart.append(key, value);
    const bodies: readonly (readonly [string | null, string | URLSearchParams | FormData])[] = [
      ['application/x-www-form-urlencoded', forged()],
      ['application/x-www-form-urlencoded;charset=utf-8', forged()],
      ['text/plain', text],
      ['text/plain', forged().toString()],
      [null, multipart],
    ];
    for (const [type, body] of bodies) {
      const headers = { ...browserSends(), ...(type === null ? {} : { 'content-type': type }) };
      const answer = await fetch(address, { method: 'POST', headers, body });
      expect(await answer.json()).toMatchObject({ code: 10000, result: null });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    const withQuery = `${address}?user_token=${victim.userToken}`;
    const asked = await fetch(withQuery, {
      method: 'POST',
      headers: browserSends(),
      body: forged(),
    });
    expect(await asked.json()).toMatchObject({ code: 10000 });
  });

  it.each(POSTS)('%s: cannot be sent by a link or an image', async (name) => {
    const address = `${environment().url}${CALL_PATHS[name].path}?${forged({ user_token: victim.userToken }).toString()}`;
    const answer = await fetch(address, { headers: browserSends() });
    expect(answer.status).toBe(404);
  });

  it('changes nothing: same session, same cart, no order', async () => {
    const { items } = await want(victim.client.call('cartGet', {}));
    expect(JSON.stringify(items)).toBe(cart);
    expect(await ordersMade(environment().databaseUrl, victim.cid)).toBe(0);
  });
});

describe('cross-origin reads', () => {
  const strangers = (): readonly string[] => [
    'https://evil.example',
    'null',
    '*',
    'file://',
    `${environment().url}.evil.example`,
    `${environment().url}@evil.example`,
    `${environment().url}/`,
    environment().url.toUpperCase(),
    environment().url.replace('http:', 'https:'),
    environment().url.replace('localhost', '127.0.0.1'),
    environment().url.replace('localhost', 'evil.localhost'),
    environment().url.replace('localhost', 'localhost.'),
    environment().url.replace(/:\d+$/, ''),
    `http://localhost:${environment().config.mirrorPorts[0]}`,
    `${environment().url}, https://evil.example`,
    `https://evil.example ${environment().url}`,
  ];

  it('are allowed to the shop’s own host and its mirrors, without credentials', async () => {
    for (const host of environment().config.apiHosts) {
      const ask = (origin: string) =>
        fetch(host + CALL_PATHS.regions.path, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
          body: forged(),
        });
      const own = await ask(environment().url);
      expect(await own.json()).toMatchObject({ code: 200 });
      expect(own.headers.get('access-control-allow-origin')).toBe(environment().url);
      expect(own.headers.get('access-control-allow-credentials')).toBeNull();
      expect(own.headers.get('vary')).toMatch(/\borigin\b/i);
      for (const origin of strangers()) {
        const answer = await ask(origin);
        expect(answer.headers.get('access-control-allow-origin'), origin).toBeNull();
        expect(answer.headers.get('vary'), origin).toMatch(/\borigin\b/i);
      }
    }
  });

  it.each([
    ['a preflight', 'OPTIONS', CALL_PATHS.orderCreate.path],
    ['a page', 'GET', '/miniflix'],
    ['a file', 'GET', '/catalogue/miniflix/art/icon.webp'],
    ['a webhook', 'POST', '/webhooks/payermax'],
    ['no such call', 'POST', '/api/nothing'],
  ])('are not allowed by %s', async (_what, method, path) => {
    for (const origin of ['https://evil.example', 'null']) {
      const answer = await fetch(environment().url + path, {
        method,
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type, x-anything',
          'access-control-request-private-network': 'true',
        },
      });
      const allowed = [...answer.headers.keys()].filter((name) =>
        name.startsWith('access-control-'),
      );
      expect(allowed).toEqual([]);
    }
  });
});
