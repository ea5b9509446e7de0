import { CALL_PATHS } from '@webpay/contract/paths';
import { mustEqual, mustHold, told } from './expect.ts';
import { commonOf, post, type Attack } from './field.ts';
import { sendRaw, statusesOf } from './raw.ts';

const EVIL = 'evil.example';

/** Headers by which a caller would have the shop believe it stands elsewhere. */
const NAMES_OF_HOSTS = [
  'x-forwarded-host',
  'x-host',
  'x-original-host',
  'forwarded',
  'x-forwarded-server',
] as const;

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

export const HOST_ATTACKS: readonly Attack[] = [
  {
    name: `pages asked for in the name of ${EVIL}: Host, X-Forwarded-Host, Forwarded …`,
    must: 'no page and no redirect names it',
    run: async (field) => {
      for (const page of PAGES) {
        const headers = Object.fromEntries(NAMES_OF_HOSTS.map((name) => [name, EVIL]));
        const more = {
          forwarded: `host=${EVIL};proto=https`,
          'x-forwarded-proto': 'https',
          'x-original-url': '/webpay/404',
        };
        const seen = await field.wire.send(page, { headers: { ...headers, ...more, host: EVIL } });
        const whole = JSON.stringify(seen.headers) + seen.text;
        mustHold(!whole.includes(EVIL), `${page} names it`);
        mustHold(seen.status < 500, `${page}: HTTP ${seen.status}`);
      }
      return `${PAGES.length} pages, none names it`;
    },
  },
  {
    name: 'a page kept for everybody after it was asked for with a stranger’s headers',
    must: 'the next reader gets the shop’s own',
    run: async (field) => {
      const headers = {
        host: EVIL,
        'x-forwarded-host': EVIL,
        'x-country': 'US',
        'accept-language': `de-${EVIL}`,
      };
      await field.wire.send('/miniflix', { headers });
      const seen = await field.wire.send('/miniflix', { headers: { 'accept-language': 'de' } });
      mustHold(!seen.text.includes(EVIL), 'the kept page names it');
      return told(seen);
    },
  },
  {
    name: 'whole addresses where a path stands (absolute form), of other hosts',
    must: 'answered as the shop’s own paths; nothing is fetched, nobody is sent there',
    run: async (field) => {
      const wanted = [
        `http://${EVIL}/miniflix`,
        `http://${EVIL}@localhost/`,
        'http://169.254.169.254/latest/meta-data/',
        `https://${EVIL}`,
      ];
      const statuses: number[] = [];
      for (const address of wanted) {
        const said = await sendRaw(
          field.environment.url,
          `GET ${address} HTTP/1.1\r\nHost: ${EVIL}\r\nConnection: close\r\n\r\n`,
        );
        mustHold(!said.includes(EVIL) && !said.includes('169.254'), `${address} comes back`);
        statuses.push(...statusesOf(said));
      }
      mustHold(
        statuses.every((status) => status < 500),
        `HTTP ${statuses.join(', ')}`,
      );
      return `HTTP ${statuses.join(', ')}`;
    },
  },
  {
    name: 'CONNECT, TRACE and other methods',
    must: 'refused: 4xx, or the connection ends; a request never comes back in an answer',
    run: async (field) => {
      const statuses: string[] = [];
      for (const line of [
        'CONNECT evil.example:443',
        'TRACE /',
        'PUT /api/user/role',
        'DELETE /miniflix',
        'PATCH /',
        'PROPFIND /',
      ]) {
        const said = await sendRaw(
          field.environment.url,
          `${line} HTTP/1.1\r\nHost: x\r\nX-Secret: 4711\r\nConnection: close\r\n\r\n`,
        );
        const [status] = statusesOf(said);
        mustHold(!said.includes('4711'), `${line}: the request comes back`);
        mustHold(
          status === undefined || (status >= 400 && status < 500),
          `${line}: HTTP ${status}`,
        );
        statuses.push(String(status ?? 'closed'));
      }
      return statuses.join(', ');
    },
  },
  {
    name: 'another method named in a header or field: X-HTTP-Method-Override, _method',
    must: 'ignored',
    run: async (field) => {
      const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'PUT' };
      const pairs = Object.entries({ ...commonOf('regions'), _method: 'DELETE' });
      const seen = await post(field, CALL_PATHS.regions.path, pairs, headers);
      mustEqual('code', seen.code, 200);
      const got = await field.wire.send(CALL_PATHS.regions.path, {
        headers: { 'x-http-method-override': 'POST' },
      });
      mustHold(got.status === 404, `GET: HTTP ${got.status}`);
      return '200 as a POST, 404 as a GET';
    },
  },
  {
    name: 'what is for machines, asked for at the shop’s own port: /metrics, /clock, /healthz',
    must: 'not there',
    run: async (field) => {
      for (const address of [
        '/metrics',
        '/healthz',
        '/clock',
        '//metrics',
        '/%6detrics',
        '/METRICS',
      ]) {
        const seen = await field.wire.send(address);
        mustHold(
          !seen.text.includes('webpay_calls_total') && seen.text !== '{"up":true}',
          `${address} is there`,
        );
      }
      const moved = await field.wire.send('/clock', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: '{"offset_ms":1}',
      });
      mustHold(moved.status >= 400 && moved.status < 500, `PUT /clock: HTTP ${moved.status}`);
      return 'not there';
    },
  },
];
