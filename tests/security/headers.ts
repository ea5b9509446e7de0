import path from 'node:path';
import { CALL_PATHS } from '@webpay/contract/paths';
import { expect } from 'vitest';
import { serverLogWith, tailOf } from './logs.ts';
import { sendRaw } from './raw.ts';
import {
  call,
  cardForm,
  count,
  expectCode,
  FORM,
  newcomer,
  pairsOf,
  post,
  signedBody,
  walletForm,
  type Attacks,
  type Target,
} from './target.ts';
import { orderFields } from '../support/shopper.ts';

const ESCAPE = '\u001b[31m';
/** Marks every text that must not become a line of its own. */
const FORGED = 'forged-line-4711';

/** Texts that inject a line or a colour into a log or header that takes them unchanged. */
const INJECTIONS: readonly (readonly [string, string])[] = [
  ['a line feed', `x\n{"level":30,"msg":"${FORGED}"}`],
  ['a carriage return and line feed', `x\r\nset-cookie: ${FORGED}=1\r\n\r\n`],
  ['terminal colours', `${ESCAPE}${FORGED}${ESCAPE}`],
  ['Unicode line ends', `x\u2028${FORGED}\u2029\u0085`],
  ['text that reverses the reading direction', `\u202e${FORGED}\u2066`],
];

const FIELDS = ['lang', 'ver', 'game_id', 'website_code', 'cid', 'country', 'user_token'] as const;

async function expectCleanLog(shop: Target, requestId: string): Promise<void> {
  const text = await serverLogWith(shop, requestId);
  for (const line of text.split('\n').filter((each) => each !== '')) {
    expect(line).toMatch(/^\{"level":.*\}$/s);
    expect(line.startsWith(`{"level":30,"msg":"${FORGED}`), line).toBe(false);
  }
  expect(text).not.toContain('\u001b');
}

const injections: Attacks = Object.fromEntries(
  INJECTIONS.map(([what, text]) => [
    `${what} in seven fields: refused, no header and no line of the log is the caller’s`,
    async (shop: Target) => {
      const thief = await newcomer(shop);
      let last = '';
      for (const name of FIELDS) {
        const fields = { cid: thief.cid, [name]: text };
        const seen = await call(shop, 'productLists', fields, thief);
        expect([seen.status, seen.code === 500, seen.headers['set-cookie']], name).toEqual([
          200,
          false,
          undefined,
        ]);
        expect(JSON.stringify(seen.headers), name).not.toContain(FORGED);
        last = String(seen.headers['x-request-id']);
      }
      await expectCleanLog(shop, last);
    },
  ]),
);

/** Lines of a header block and the statuses that may answer them. */
const MALFORMED: readonly (readonly [string, string, readonly number[]])[] = [
  ['a null byte in a header', 'X-A: a\u0000b', [400]],
  ['a bare carriage return in a header', 'X-A: a\rb', [400]],
  ['a header without a name', ': evil', [400]],
  ['a space in a header’s name', 'X A: evil', [400]],
  // RFC 9112 §5.2 lets a server read a folded line as one value.
  ['a folded header', 'X-A: a\r\n b: c', [400, 200]],
];

const malformed: Attacks = Object.fromEntries(
  MALFORMED.map(([what, line, accepted]) => [
    `${what}: ${accepted.join(' or ')}`,
    async (shop: Target) => {
      const head = `GET /api/common/heartbeat HTTP/1.1\r\nHost: x\r\n${line}\r\n\r\n`;
      const { statuses } = await sendRaw(shop, head);
      expect(accepted).toContain(statuses[0]);
    },
  ]),
);

/** Return addresses that an attacker would like a gateway to use. */
const RETURN_ADDRESSES: readonly string[] = [
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

async function returnAddressOf(shop: Target, wallet: string): Promise<string | undefined> {
  const log = await tailOf(path.join(shop.environment.dataDir, 'sandbox', 'world.jsonl'));
  const isSent = (line: string) => line.includes(wallet) && line.includes('"returnUrl":');
  return /"returnUrl":"([^"]+)"/.exec(log.split('\n').find(isSent) ?? '')?.[1];
}

export const HEADERS: Attacks = {
  ...injections,
  ...malformed,
  'a request id of the caller’s own: another one is issued': async (shop) => {
    const ids = { 'x-request-id': FORGED, 'request-id': FORGED };
    const seen = await post(shop, CALL_PATHS.regions.path, pairsOf('regions'), ids);
    expectCode(seen, 200);
    expect(seen.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  },
  'a user agent of 10,000 letters on a payment: cut, not logged': async (shop) => {
    const thief = await newcomer(shop);
    const form = await cardForm(thief, await thief.open());
    const agent = `Mozilla/5.0 ${FORGED} ${'A'.repeat(10_000)}`;
    const pairs = pairsOf('payermaxCard', form, thief);
    const seen = await post(shop, CALL_PATHS.payermaxCard.path, pairs, { 'user-agent': agent });
    expectCode(seen, 200);
    await expectCleanLog(shop, String(seen.headers['x-request-id']));
  },
  'an X-Forwarded-For with the caller’s own addresses before the proxy’s: only the proxy’s counts':
    async (shop) => {
      const { prId: pr_id, serverId: server_id, cid } = await newcomer(shop);
      const own = `198.51.100.${1 + Math.floor(Math.random() * 250)}`;
      const pairs = pairsOf('role', { pr_id, server_id, cid });
      const headers = { 'x-forwarded-for': `10.1.2.3, ${FORGED}, ${own}` };
      expectCode(await post(shop, CALL_PATHS.role.path, pairs, headers), 200);
      expect(await count(shop, 'rate_counters where key like $1', ['%10.1.2.3%'])).toBe(0);
    },
  'headers of 100,000 bytes: 431, and the connection ends': async (shop) => {
    const head = `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`;
    expect((await sendRaw(shop, head)).statuses).toEqual([431]);
  },
  '5,000 headers: answered or refused, never 5xx': async (shop) => {
    const lines = Array.from({ length: 5_000 }, (_, n) => `A${n}: 1`).join('\r\n');
    const { statuses } = await sendRaw(shop, `GET / HTTP/1.1\r\nHost: x\r\n${lines}\r\n\r\n`);
    expect(statuses[0]).toBeGreaterThanOrEqual(200);
    expect(statuses[0]).toBeLessThan(500);
  },
  'return addresses outside the shop: none is kept, the wallet leads back to the shop': async (
    shop,
  ) => {
    for (const redirect_url of RETURN_ADDRESSES) {
      const thief = await newcomer(shop);
      const fields = { ...orderFields('gems-60'), redirect_url, pay_id: 'paypal' };
      const seen = await call(shop, 'orderCreate', fields, thief);
      expectCode(seen, 200);
      // Verified edge: order/create answered 200.
      const { order_id } = walletForm(seen.result as Parameters<typeof walletForm>[0]);
      const sent = await returnAddressOf(shop, order_id);
      expect(
        sent?.startsWith(`${shop.environment.url}/miniflix/`),
        `${redirect_url}: ${sent}`,
      ).toBe(true);
    }
  },
  'a body longer than its stated length: never 5xx, the next caller is served': async (shop) => {
    const type = `Content-Type: ${FORM['content-type']}\r\nConnection: close\r\nContent-Length: 10`;
    const head = `POST ${CALL_PATHS.regions.path} HTTP/1.1\r\nHost: x\r\n${type}\r\n\r\n`;
    const { statuses } = await sendRaw(shop, head + signedBody(pairsOf('regions')));
    for (const status of statuses) expect(status).toBeLessThan(500);
    expectCode(await call(shop, 'regions'), 200);
  },
};
