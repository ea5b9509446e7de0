import path from 'node:path';
import { CALL_PATHS } from '@webpay/contract/paths';
import { mustEqual, mustHold, told } from './expect.ts';
import {
  call,
  commonOf,
  newcomer,
  orderFields,
  post,
  row,
  type Attack,
  type Field,
  type Theme,
} from './field.ts';
import { tailOf, tailWith } from './logs.ts';
import { sendRaw, statusesOf } from './raw.ts';
import { FORM, signedBody } from './wire.ts';

const ESCAPE = '\u001b[31m';
/** Stands in every text that must not be taken for a line of its own. */
const FORGED = 'forged-line-4711';

/** Texts that would write a line, or a colour, into a log or a header that took them as they are. */
const NASTY: readonly (readonly [string, string])[] = [
  ['a line feed', `x\n{"level":30,"msg":"${FORGED}"}`],
  ['a carriage return and line feed', `x\r\nset-cookie: ${FORGED}=1\r\n\r\n`],
  ['terminal colours', `${ESCAPE}${FORGED}${ESCAPE}`],
  ['Unicode line ends', `x\u2028${FORGED}\u2029\u0085`],
  ['text that turns the reading direction', `\u202e${FORGED}\u2066`],
];

const NAMES = ['lang', 'ver', 'game_id', 'website_code', 'cid', 'country', 'user_token'] as const;

/** Every line of the server's log is one JSON object, and none of them is the attacker's. */
async function mustLogCleanly(field: Field, requestId: string): Promise<void> {
  const file = path.join(field.environment.dataDir, 'logs', 'server.log');
  const text = await tailWith(file, requestId);
  for (const line of text.split('\n').filter((each) => each !== '')) {
    mustHold(line.startsWith('{"level":') && line.endsWith('}'), `a line of the log: ${line}`);
    mustHold(!line.startsWith(`{"level":30,"msg":"${FORGED}`), `a forged line: ${line}`);
  }
  mustHold(!text.includes('\u001b'), 'the log holds a terminal’s escape');
}

const texts: readonly Attack[] = NASTY.map(([what, text]) => ({
  name: `${what} in ${NAMES.length} fields`,
  must: 'refused; no header and no line of the log is the caller’s',
  run: async (field) => {
    const thief = await newcomer(field);
    let last = '';
    for (const name of NAMES) {
      const seen = await call(
        field,
        'productLists',
        { cid: thief.cid, [name]: text },
        { token: thief.userToken },
      );
      mustEqual(`status of ${name}`, seen.status, 200);
      mustHold(
        seen.code !== 500 && seen.headers['set-cookie'] === undefined,
        `${name}: ${told(seen)}`,
      );
      mustHold(!JSON.stringify(seen.headers).includes(FORGED), `${name} came back in a header`);
      last = String(seen.headers['x-request-id']);
    }
    await mustLogCleanly(field, last);
    return 'refused, nothing came back';
  },
}));

const inHeaders: readonly Attack[] = [
  {
    name: 'a request number of the caller’s own, with colours',
    must: 'another one is given',
    run: async (field) => {
      const pairs = Object.entries(commonOf('regions'));
      const seen = await post(field, CALL_PATHS.regions.path, pairs, {
        'x-request-id': FORGED,
        'request-id': FORGED,
      });
      mustEqual('code', seen.code, 200);
      mustHold(
        /^[0-9a-f-]{36}$/.test(String(seen.headers['x-request-id'])),
        'the number was taken',
      );
      return '200, a number of the shop’s';
    },
  },
  {
    name: 'a browser’s name of 10,000 letters with colours, on a payment',
    must: 'taken as data: cut, logged nowhere',
    run: async (field) => {
      const thief = await newcomer(field);
      const opened = await thief.open();
      mustHold(opened.pay?.kind === 'payermax_card', 'no card order');
      const paymentToken = await thief.tokenise(opened.pay, '4111111111111111');
      const fields = { sessionKey: opened.pay.session_key, paymentToken };
      const pairs = Object.entries({
        ...commonOf('payermaxCard', { token: thief.userToken }),
        ...fields,
      });
      const agent = `Mozilla/5.0 ${FORGED} ${'A'.repeat(10_000)}`;
      const seen = await post(field, CALL_PATHS.payermaxCard.path, pairs, { 'user-agent': agent });
      mustEqual('code', seen.code, 200);
      await mustLogCleanly(field, String(seen.headers['x-request-id']));
      return told(seen);
    },
  },
  {
    name: 'an address written by the caller before the proxy’s: X-Forwarded-For with a list',
    must: 'the proxy’s word counts, the caller’s does not',
    run: async (field) => {
      const thief = await newcomer(field);
      const pairs = Object.entries({
        ...commonOf('role'),
        pr_id: thief.prId,
        server_id: thief.serverId,
        cid: thief.cid,
      });
      const own = `198.51.100.${1 + Math.floor(Math.random() * 250)}`;
      const seen = await post(field, CALL_PATHS.role.path, pairs, {
        'x-forwarded-for': `10.1.2.3, ${FORGED}, ${own}`,
      });
      mustEqual('code', seen.code, 200);
      const { n } = await row(
        field,
        'select count(*)::int4 as n from rate_counters where key like $1',
        ['%10.1.2.3%'],
      );
      mustEqual('counted as the caller’s wish', n, 0);
      return told(seen);
    },
  },
  {
    name: 'headers of 100,000 bytes',
    must: '431, and the connection ends',
    run: async (field) => {
      const said = await sendRaw(
        field.environment.url,
        `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`,
      );
      mustEqual('answers', statusesOf(said), [431]);
      return 'HTTP 431';
    },
  },
  {
    name: '5,000 headers',
    must: 'answered or refused, never 5xx',
    run: async (field) => {
      const lines = Array.from({ length: 5_000 }, (_, n) => `A${n}: 1`).join('\r\n');
      const [status = 0] = statusesOf(
        await sendRaw(field.environment.url, `GET / HTTP/1.1\r\nHost: x\r\n${lines}\r\n\r\n`),
      );
      mustHold(status >= 200 && status < 500, `HTTP ${status}`);
      return `HTTP ${status}`;
    },
  },
  ...[
    ['a null byte in a header', 'X-A: a\u0000b'],
    ['a bare carriage return in a header', 'X-A: a\rb'],
    ['a header without a name', ': evil'],
    ['a header whose name holds a space', 'X A: evil'],
    ['a folded header', 'X-A: a\r\n b: c'],
  ].map(([what = '', line = '']): Attack => ({
    name: what,
    must: '400',
    run: async (field) => {
      const said = await sendRaw(
        field.environment.url,
        `GET /api/common/heartbeat HTTP/1.1\r\nHost: x\r\n${line}\r\n\r\n`,
      );
      const [status = 0] = statusesOf(said);
      // RFC 9112 §5.2 lets a server read a folded line as one value with spaces.
      mustHold(status === 400 || (what === 'a folded header' && status === 200), `HTTP ${status}`);
      return `HTTP ${status}`;
    },
  })),
];

/** Addresses that a gateway would send the player to. */
const WISHES: readonly string[] = [
  'https://evil.example/miniflix/payment',
  '//evil.example/miniflix/payment',
  '/\\evil.example/miniflix/payment',
  'javascript:alert(1)',
  'data:text/html,x',
  '/miniflix/payment\r\nset-cookie: a=b',
  'http://localhost@evil.example/miniflix/payment',
  '/cgg/payment',
  '/miniflix/payment/../../../evil',
  'miniflix/payment#order=x',
  '\u0009//evil.example/miniflix/payment',
];

const redirects: Attack = {
  name: `${WISHES.length} addresses to come back to that are not the shop’s`,
  must: 'none is kept: the bank leads back to the shop',
  run: async (field) => {
    for (const redirect_url of WISHES) {
      const thief = await newcomer(field);
      const as = { token: thief.userToken };
      const fields = orderFields('gems-60', { redirect_url, pay_id: 'paypal' });
      const seen = await call(field, 'orderCreate', fields, as);
      mustEqual(`code of ${redirect_url}`, seen.code, 200);
      const sent = await row(
        field,
        `select redirect_url from orders o join players p on p.id = o.player_id where p.cid = $1`,
        [thief.cid],
      );
      const kept = String(sent['redirect_url']);
      const told = await returnAddressOf(field, seen.result);
      mustHold(
        told.startsWith(`${field.environment.url}/miniflix/`),
        `the wallet leads back to ${told}, kept as ${kept}`,
      );
    }
    return 'replaced by the shop’s own';
  },
};

/** What the wallet was told to lead back to, as the wallet itself tells it. */
async function returnAddressOf(field: Field, result: unknown): Promise<string> {
  const log = await tailOf(path.join(field.environment.dataDir, 'sandbox', 'environment.jsonl'));
  const wallet = /"kind":"paypal","order_id":"([^"]+)"/.exec(JSON.stringify(result))?.[1] ?? '?';
  const line = log
    .split('\n')
    .find((each) => each.includes(wallet) && each.includes('"returnUrl":'));
  const found = /"returnUrl":"([^"]+)"/.exec(line ?? '')?.[1];
  mustHold(found !== undefined, 'the wallet was told no address');
  return found;
}

export const HEADERS: Theme = {
  title: 'Headers, logs and addresses to come back to',
  attacks: [
    ...texts,
    ...inHeaders,
    redirects,
    {
      name: 'a body that says it is short, and one that says it is long',
      must: '400 or 408 or nothing; the next caller is served',
      run: async (field) => {
        const body = signedBody(Object.entries(commonOf('regions')));
        const head = `POST ${CALL_PATHS.regions.path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM['content-type']}\r\nConnection: close\r\n`;
        const short = statusesOf(
          await sendRaw(field.environment.url, `${head}Content-Length: 10\r\n\r\n${body}`),
        );
        mustHold(
          short.every((status) => status < 500),
          `HTTP ${short.join(', ')}`,
        );
        mustEqual('the next', (await call(field, 'regions', {})).code, 200);
        return `HTTP ${short.join(', ')}`;
      },
    },
  ],
};
