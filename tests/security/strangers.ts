import { createHash } from 'node:crypto';
import type { CallName } from '@webpay/contract/paths';
import { expect } from 'vitest';
import { CARDS, freshCid, type Shopper } from '../support/shopper.ts';
import {
  call,
  cardForm,
  count,
  expectCode,
  newcomer,
  row,
  walletForm,
  type Answer,
  type As,
  type Attacks,
  type Fields,
  type Target,
} from './target.ts';

const SESSION_CALLS: readonly CallName[] = [
  'cartGet',
  'userOrders',
  'resolutionList',
  'activityList',
  'bargainInfo',
  'bargainSpin',
  'cumulationInfo',
  'cardInfo',
  'logout',
];

const FALSE_TOKENS: readonly (readonly [string, (token: string) => string])[] = [
  ['one letter shorter', (token) => token.slice(0, -1)],
  ['one letter longer', (token) => `${token}A`],
  ['in capitals', (token) => token.toUpperCase()],
  ['its stored hash, as hex', (token) => createHash('sha256').update(token).digest('hex')],
  ['its stored hash, as base64', (token) => createHash('sha256').update(token).digest('base64url')],
  ['with a wildcard', (token) => `${token.slice(0, 8)}%`],
  ['an SQL condition', () => "' or '1'='1"],
  ['null', () => 'null'],
];

const callAll = (shop: Target, as: As, fields: Fields = {}): Promise<Answer[]> =>
  Promise.all(SESSION_CALLS.map((name) => call(shop, name, fields, as)));

const two = async (shop: Target): Promise<[Shopper, Shopper]> => [
  await newcomer(shop),
  await newcomer(shop),
];

async function expectOpen(shop: Target, orderId: string): Promise<void> {
  expect(await row(shop, 'select state from orders where id = $1', [orderId])).toEqual({
    state: 'open',
  });
}

const attemptOf = (orderId: string): string => `A${orderId}_1`;

const tokens: Attacks = Object.fromEntries(
  FALSE_TOKENS.map(([what, change]) => [
    `a session token like another player’s, ${what}: 11002 on every call of a session`,
    async (shop: Target) => {
      const victim = await newcomer(shop);
      expectCode(await callAll(shop, { userToken: change(victim.userToken) }), 11002);
      expectCode(await call(shop, 'cartGet', {}, victim), 200);
    },
  ]),
);

export const STRANGERS: Attacks = {
  ...tokens,
  'another player’s order, viewed with its token: no character id, key or bank address': async (
    shop,
  ) => {
    const [victim, thief] = await two(shop);
    const { token } = await victim.open({ order_key: crypto.randomUUID() });
    const seen = await call(shop, 'orderInquire', { token }, thief);
    expectCode(seen, 200);
    for (const secret of [victim.cid, 'order_key', 'action"']) {
      expect(seen.text).not.toContain(secret);
    }
  },
  'another player’s order by its number, a guessed token, its attempt’s number: 20010 from inquire and cancel, the order stays open':
    async (shop) => {
      const [victim, thief] = await two(shop);
      const { order_id: id, token } = await victim.open();
      const last = token.endsWith('A') ? 'B' : 'A';
      const twice = `${id}.${id}`.slice(0, 64).replace('.', '');
      for (const guess of [id, attemptOf(id), token.slice(0, -1) + last, `${token}A`, twice]) {
        expectCode(await call(shop, 'orderInquire', { token: guess }, thief), 20010);
        expectCode(await call(shop, 'orderCancel', { token: guess }, thief), 20010);
      }
      await expectOpen(shop, id);
    },
  'another player’s receipt, with the order’s token: 20010': async (shop) => {
    const [victim, thief] = await two(shop);
    const opened = await victim.open();
    await victim.payByCard(opened, CARDS.success);
    expectCode(await call(shop, 'userReceipt', { token: opened.token }, thief), 20010);
  },
  'a refund requested for another player’s paid order: 20010, no request is written': async (
    shop,
  ) => {
    const [victim, thief] = await two(shop);
    const opened = await victim.open();
    await victim.payByCard(opened, CARDS.success);
    const fields = { order_id: opened.order_id, kind: 'refund', text: 'mine, really' };
    expectCode(await call(shop, 'resolutionCreate', fields, thief), 20010);
    const requests = 'resolution_requests where order_id = $1';
    expect(await count(shop, requests, [opened.order_id])).toBe(0);
  },
  'the order list, continued after another player’s order: nothing of the other player': async (
    shop,
  ) => {
    const [victim, thief] = await two(shop);
    const opened = await victim.open();
    const own = await thief.open();
    // Only tried orders are listed.
    await victim.payByCard(opened, CARDS.declined);
    await thief.payByCard(own, CARDS.declined);
    const seen = await call(shop, 'userOrders', { before: opened.order_id }, thief);
    expect(seen.text).not.toContain(opened.token);
    expect(seen.text).not.toContain(victim.cid);
    const { text } = await call(shop, 'userOrders', {}, thief);
    expect(text).toContain(own.order_id);
    expect(text).not.toContain(opened.order_id);
  },
  'another player’s card session, by its attempt’s and order’s numbers: 20010, nothing is charged':
    async (shop) => {
      const [victim, thief] = await two(shop);
      const opened = await victim.open();
      const { sessionKey: own } = await cardForm(victim, opened);
      const { order_id: id, pay } = opened;
      const clientKey = pay !== null && 'client_key' in pay ? pay.client_key : '';
      for (const sessionKey of [id, attemptOf(id), clientKey, `${own}x`, own.slice(1)]) {
        const fields = { sessionKey, paymentToken: 'x' };
        expectCode(await call(shop, 'payermaxCard', fields, thief), 20010);
      }
      await expectOpen(shop, id);
    },
  'another player’s wallet order captured under one’s own number: 20010, both stay open': async (
    shop,
  ) => {
    const [victim, thief] = await two(shop);
    const theirs = await victim.open({ pay_id: 'paypal' });
    const own = await thief.open({ pay_id: 'paypal' });
    for (const [one, other] of [
      [own, theirs],
      [theirs, own],
    ] as const) {
      const fields = { invoice_id: attemptOf(one.order_id), order_id: walletForm(other).order_id };
      expectCode(await call(shop, 'paypalCapture', fields, thief), 20010);
    }
    await expectOpen(shop, theirs.order_id);
    await expectOpen(shop, own.order_id);
  },
  'one’s own token with another’s character, server or region: 10001 on every call': async (
    shop,
  ) => {
    const [victim, thief] = await two(shop);
    for (const lie of [{ cid: victim.cid }, { server_id: '999' }, { pr_id: 'elsewhere' }]) {
      for (const name of SESSION_CALLS.filter((each) => each !== 'logout')) {
        expectCode(await call(shop, name, lie, thief), 10001);
      }
    }
  },
  'a token of one game in another game’s shop: 11002': async (shop) => {
    const { userToken } = await newcomer(shop);
    for (const [gameId, websiteCode] of [
      ['22', 'cgg'],
      ['31', 'dr2'],
      ['10', 'poi_mbo'],
    ] as const) {
      expectCode(await callAll(shop, { userToken, gameId, websiteCode }), 11002);
    }
  },
  'twenty characters listed: no player and no session is stored': async (shop) => {
    const { prId: pr_id, serverId: server_id } = await newcomer(shop);
    const cids = Array.from({ length: 20 }, () => freshCid());
    for (const seen of await Promise.all(
      cids.map((cid) => call(shop, 'role', { pr_id, server_id, cid })),
    )) {
      expectCode(seen, 200);
    }
    expect(await count(shop, 'players where cid = any($1)', [cids])).toBe(0);
  },
  'a session’s token after a look-up with it: 11002': async (shop) => {
    const thief = await newcomer(shop);
    const { prId: pr_id, serverId: server_id } = thief;
    expectCode(await call(shop, 'role', { pr_id, server_id, cid: freshCid() }, thief), 200);
    expectCode(await callAll(shop, thief), 11002);
  },
  'a token after logout: 11002': async (shop) => {
    const thief = await newcomer(shop);
    expectCode(await call(shop, 'logout', {}, thief), 200);
    expectCode(await callAll(shop, thief), 11002);
  },
  'events played in another’s name by unknown fields: only the caller’s own rows change': async (
    shop,
  ) => {
    const [victim, thief] = await two(shop);
    const { id } = await row(shop, 'select id::text from players where cid = $1', [victim.cid]);
    const lie = { player_id: String(id), user_id: String(id), owner: victim.cid };
    await call(shop, 'bargainInfo', lie, thief);
    await call(shop, 'bargainClaim', { task: 'sign_in', ...lie }, thief);
    await call(shop, 'bargainSpin', lie, thief);
    await call(shop, 'cumulationClaim', { task_id: 'days-1', ...lie }, thief);
    await call(shop, 'cardClaim', { card_id: 'weekly', ...lie }, thief);
    await call(shop, 'cartSet', { product_id: 'gems-60', count: '3', ...lie }, thief);
    for (const table of ['bargain_coupons', 'bargain_steps', 'rewards', 'cart_items']) {
      expect(await count(shop, `${table} where player_id = $1`, [id]), table).toBe(0);
    }
  },
};
