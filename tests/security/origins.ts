import { CALL_PATHS, type CallName } from '@webpay/contract/paths';
import { mustEqual, mustHold, told } from './expect.ts';
import { commonOf, newcomer, post, type Field, type Theme } from './field.ts';
import { signedBody } from './wire.ts';

/** Origins that are not the shop's, some of them nearly. */
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

const NAMES = [
  'regions',
  'cartGet',
  'orderCreate',
  'orderInquire',
  'role',
] as const satisfies readonly CallName[];

async function mustNotBeReadable(field: Field, origin: string, name: CallName): Promise<void> {
  const seen = await post(field, CALL_PATHS[name].path, Object.entries(commonOf(name)), { origin });
  mustEqual(`${name} for ${origin}`, seen.headers['access-control-allow-origin'], undefined);
  mustEqual(`credentials of ${name}`, seen.headers['access-control-allow-credentials'], undefined);
}

export const ORIGINS: Theme = {
  title: 'Other sites: CORS and CSRF',
  attacks: [
    {
      name: 'answers read by pages of eleven other origins, some nearly the shop’s',
      must: 'no answer names them',
      run: async (field) => {
        const origins = foreignOrigins(field.environment.url);
        for (const origin of origins)
          for (const name of NAMES) await mustNotBeReadable(field, origin, name);
        return `${origins.length * NAMES.length} answers, none may be read`;
      },
    },
    {
      name: 'a browser’s question before a call with JSON or headers of its own (preflight)',
      must: 'not allowed, for the shop’s own origin either: no call needs it',
      run: async (field) => {
        for (const origin of ['https://evil.example', field.environment.url]) {
          const headers = {
            origin,
            'access-control-request-method': 'PUT',
            'access-control-request-headers': 'x-evil',
          };
          const seen = await field.wire.send(CALL_PATHS.cartGet.path, {
            method: 'OPTIONS',
            headers,
          });
          mustEqual('methods', seen.headers['access-control-allow-methods'], undefined);
          mustEqual('headers', seen.headers['access-control-allow-headers'], undefined);
          mustHold(seen.status === 404 || seen.status === 405, told(seen));
        }
        return 'HTTP 404';
      },
    },
    {
      name: 'a form on another site that posts for a player who is signed in',
      must: 'no cookie is ever a session: without its token a call is 10000 or 11002',
      run: async (field) => {
        const victim = await newcomer(field);
        const cookie = `user_token=${victim.userToken}; token=${victim.userToken}; session=${victim.userToken}`;
        const headers = {
          cookie,
          origin: 'https://evil.example',
          authorization: `Bearer ${victim.userToken}`,
          'x-user-token': victim.userToken,
        };
        const pairs = Object.entries({ ...commonOf('cartSet'), product_id: 'gems-60', count: '1' });
        const seen = await post(field, CALL_PATHS.cartSet.path, pairs, headers);
        mustHold(seen.code === 10000 || seen.code === 11002, told(seen));
        mustEqual('cookies', seen.headers['set-cookie'], undefined);
        return told(seen);
      },
    },
    {
      name: 'a token in the query, with GET or with POST',
      must: 'no call reads a query',
      run: async (field) => {
        const victim = await newcomer(field);
        const query = signedBody(Object.entries(commonOf('cartGet', { token: victim.userToken })));
        const got = await field.wire.send(`${CALL_PATHS.cartGet.path}?${query}`);
        mustEqual('GET', got.status, 404);
        const posted = await field.wire.send(`${CALL_PATHS.cartGet.path}?${query}`, {
          method: 'POST',
        });
        mustHold(posted.code === 10000, told(posted));
        return `HTTP 404, ${told(posted)}`;
      },
    },
    {
      name: 'pages put into a frame of another site’s, or scripts of another’s into pages',
      must: 'frame-ancestors and script-src of every page forbid both',
      run: async (field) => {
        for (const address of [
          '/miniflix',
          '/miniflix/payment',
          '/login',
          '/nowhere',
          '/mallCheckout',
        ]) {
          const { headers } = await field.wire.send(address);
          const policy = String(headers['content-security-policy']);
          mustHold(
            /frame-ancestors 'none'|frame-ancestors 'self'/.test(policy),
            `${address}: ${policy}`,
          );
          const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "'unsafe-inline'";
          mustHold(
            !/unsafe-|\*(?:\s|$)|data:|https:(?:\s|$)/.test(scripts),
            `${address}: ${scripts}`,
          );
          mustEqual(`nosniff of ${address}`, headers['x-content-type-options'], 'nosniff');
        }
        return 'forbidden on every page';
      },
    },
  ],
};
