import { CALL_PATHS } from '@webpay/contract/paths';
import { expect } from 'vitest';
import { call, expectCode, newcomer, pairsOf, post, signedBody, type Attacks } from './target.ts';

const CALLS = ['regions', 'cartGet', 'orderCreate', 'orderInquire', 'role'] as const;

/** Origins of other sites, some of them nearly the shop's. */
function foreignOrigins(own: string): readonly string[] {
  return [
    'https://evil.example',
    'null',
    `${own}.evil.example`,
    own.replace('http:', 'https:'),
    own.replace('localhost', 'localhost.evil.example'),
    own.replace(/:\d+$/, ''),
    `${own}/`,
    own.toUpperCase(),
    `${own},https://evil.example`,
    'file://',
    '*',
  ];
}

export const ORIGINS: Attacks = {
  'answers read by pages of eleven other origins: no answer allows them': async (shop) => {
    for (const origin of foreignOrigins(shop.environment.url)) {
      for (const name of CALLS) {
        const { headers } = await post(shop, CALL_PATHS[name].path, pairsOf(name), { origin });
        expect(headers['access-control-allow-origin'], `${name} ${origin}`).toBeUndefined();
        expect(headers['access-control-allow-credentials'], `${name} ${origin}`).toBeUndefined();
      }
    }
  },
  'a preflight for JSON or custom headers: not allowed, for the shop’s own origin either': async (
    shop,
  ) => {
    for (const origin of ['https://evil.example', shop.environment.url]) {
      const { status, headers } = await shop.send(CALL_PATHS.cartGet.path, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'x-evil',
        },
      });
      expect(headers['access-control-allow-methods']).toBeUndefined();
      expect(headers['access-control-allow-headers']).toBeUndefined();
      expect([404, 405]).toContain(status);
    }
  },
  'a form on another site that posts for a signed-in player: no cookie is a session, 10000 or 11002 without the token':
    async (shop) => {
      const { userToken: token } = await newcomer(shop);
      const pairs = pairsOf('cartSet', { product_id: 'gems-60', count: '1' });
      const seen = await post(shop, CALL_PATHS.cartSet.path, pairs, {
        cookie: `user_token=${token}; token=${token}; session=${token}`,
        origin: 'https://evil.example',
        authorization: `Bearer ${token}`,
        'x-user-token': token,
      });
      expectCode(seen, 10000, 11002);
      expect(seen.headers['set-cookie']).toBeUndefined();
    },
  'a token in the query, with GET or with POST: no call reads a query': async (shop) => {
    const query = signedBody(pairsOf('cartGet', {}, await newcomer(shop)));
    const address = `${CALL_PATHS.cartGet.path}?${query}`;
    expect((await shop.send(address)).status).toBe(404);
    expectCode(await shop.send(address, { method: 'POST' }), 10000);
    expectCode(await call(shop, 'regions'), 200);
  },
  'pages in a frame of another site, or foreign scripts in pages: forbidden by frame-ancestors and script-src':
    async (shop) => {
      for (const address of [
        '/miniflix',
        '/miniflix/payment',
        '/login',
        '/nowhere',
        '/mallCheckout',
      ]) {
        const { headers } = await shop.send(address);
        const policy = String(headers['content-security-policy']);
        expect(policy, address).toMatch(/frame-ancestors '(?:none|self)'/);
        const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "'unsafe-inline'";
        expect(scripts, address).not.toMatch(/unsafe-|\*(?:\s|$)|data:|https:(?:\s|$)/);
        expect(headers['x-content-type-options'], address).toBe('nosniff');
      }
    },
};
