import { createHash } from 'node:crypto';
import type { CallName } from '@webpay/contract/paths';
import { mustEqual, mustHold, mustRefuse, mustRefuseAll, told } from './expect.ts';
import { call, count, newcomer, row, type Attack, type Field, type Theme } from './field.ts';
import type { Fields } from './wire.ts';

/** What an order's state is, whatever was tried. */
async function stateOf(field: Field, orderId: string): Promise<unknown> {
  return (await row(field, 'select state from orders where id = $1', [orderId]))['state'];
}

const idOf = (orderId: string): string => `A${orderId}_1`;

/** Calls of a session, with what they need, for tokens that open nothing. */
const OF_A_SESSION: readonly (readonly [CallName, Fields])[] = [
  ['cartGet', {}],
  ['userOrders', {}],
  ['resolutionList', {}],
  ['activityList', {}],
  ['bargainInfo', {}],
  ['bargainSpin', {}],
  ['cumulationInfo', {}],
  ['cardInfo', {}],
  ['logout', {}],
];

/** Tokens that look like the victim's. */
const LIKE_A_TOKEN: readonly (readonly [string, (token: string) => string])[] = [
  ['one letter shorter', (token) => token.slice(0, -1)],
  ['one letter longer', (token) => `${token}A`],
  ['in capitals', (token) => token.toUpperCase()],
  ['its stored hash, as hex', (token) => createHash('sha256').update(token).digest('hex')],
  ['its stored hash, as base64', (token) => createHash('sha256').update(token).digest('base64url')],
  ['with a wildcard', (token) => `${token.slice(0, 8)}%`],
  ['an SQL condition', () => "' or '1'='1"],
  ['null', () => 'null'],
];

const tokens: readonly Attack[] = LIKE_A_TOKEN.map(([what, change]) => ({
  name: `a session token like another's: ${what}`,
  must: '11002 on every call of a session',
  run: async (field) => {
    const victim = await newcomer(field);
    const token = change(victim.userToken);
    const all = OF_A_SESSION.map(([name, fields]) => call(field, name, fields, { token }));
    const outcome = mustRefuseAll(await Promise.all(all), 11002);
    mustEqual(
      'the victim is signed in',
      (await call(field, 'cartGet', {}, { token: victim.userToken })).code,
      200,
    );
    return outcome;
  },
}));

const orderAttacks: readonly Attack[] = [
  {
    name: "another player's order, looked at with its token",
    must: 'shown without character id, key and way to the bank',
    run: async (field) => {
      const [victim, thief] = [await newcomer(field), await newcomer(field)];
      const { token } = await victim.open({ order_key: crypto.randomUUID() });
      const seen = await call(field, 'orderInquire', { token }, { token: thief.userToken });
      mustEqual('code', seen.code, 200);
      for (const secret of [victim.cid, 'order_key', 'action"']) {
        mustHold(!seen.text.includes(secret), `the answer says ${secret}`);
      }
      return '200, nothing of the character';
    },
  },
  {
    name: "another player's order by its number, a guessed token, its payment's number",
    must: '20010 from inquire and cancel; the order stays open',
    run: async (field) => {
      const [victim, thief] = [await newcomer(field), await newcomer(field)];
      const { order_id: id, token } = await victim.open();
      const last = token.endsWith('A') ? 'B' : 'A';
      const guesses = [
        id,
        idOf(id),
        token.slice(0, -1) + last,
        `${token}A`,
        `${id}.${id}`.slice(0, 64).replace('.', ''),
      ];
      const as = { token: thief.userToken };
      const seen = await Promise.all(
        guesses.flatMap((guess) => [
          call(field, 'orderInquire', { token: guess }, as),
          call(field, 'orderCancel', { token: guess }, as),
        ]),
      );
      const outcome = mustRefuseAll(seen, 20010);
      mustEqual('the order', await stateOf(field, id), 'open');
      return outcome;
    },
  },
  {
    name: "another player's receipt, with the order's token",
    must: '20010',
    run: async (field) => {
      const [victim, thief] = [await newcomer(field), await newcomer(field)];
      const opened = await victim.open();
      await victim.payByCard(opened, '4111111111111111');
      const { token } = opened;
      return mustRefuse(
        await call(field, 'userReceipt', { token }, { token: thief.userToken }),
        20010,
      );
    },
  },
  {
    name: "a refund asked for on another player's paid order",
    must: '20010; no request is written',
    run: async (field) => {
      const [victim, thief] = [await newcomer(field), await newcomer(field)];
      const opened = await victim.open();
      await victim.payByCard(opened, '4111111111111111');
      const fields = { order_id: opened.order_id, kind: 'refund', text: 'mine, really' };
      const outcome = mustRefuse(
        await call(field, 'resolutionCreate', fields, { token: thief.userToken }),
        20010,
      );
      mustEqual(
        'requests',
        await count(field, 'resolution_requests where order_id = $1', [opened.order_id]),
        0,
      );
      return outcome;
    },
  },
  {
    name: "the order list, continued after another player's order",
    must: 'nothing of the other player',
    run: async (field) => {
      const [victim, thief] = [await newcomer(field), await newcomer(field)];
      const opened = await victim.open();
      const own = await thief.open();
      const seen = await call(
        field,
        'userOrders',
        { before: opened.order_id },
        { token: thief.userToken },
      );
      mustHold(
        !seen.text.includes(opened.token) && !seen.text.includes(victim.cid),
        'the list names it',
      );
      const list = await call(field, 'userOrders', {}, { token: thief.userToken });
      mustHold(
        list.text.includes(own.order_id) && !list.text.includes(opened.order_id),
        'the list',
      );
      return told(seen);
    },
  },
  {
    name: "another player's card session, named by its payment's and order's numbers",
    must: '20010; nothing is charged',
    run: async (field) => {
      const [victim, thief] = [await newcomer(field), await newcomer(field)];
      const { order_id: id, pay } = await victim.open();
      mustHold(pay?.kind === 'payermax_card', 'no card order');
      const keys = [id, idOf(id), pay.client_key, `${pay.session_key}x`, pay.session_key.slice(1)];
      const as = { token: thief.userToken };
      const seen = keys.map((sessionKey) =>
        call(field, 'payermaxCard', { sessionKey, paymentToken: 'x' }, as),
      );
      const outcome = mustRefuseAll(await Promise.all(seen), 20010);
      mustEqual('the order', await stateOf(field, id), 'open');
      return outcome;
    },
  },
  {
    name: "another player's wallet order captured under one's own number",
    must: '20010; both stay open',
    run: async (field) => {
      const [victim, thief] = [await newcomer(field), await newcomer(field)];
      const theirs = await victim.open({ pay_id: 'paypal' });
      const own = await thief.open({ pay_id: 'paypal' });
      mustHold(theirs.pay?.kind === 'paypal' && own.pay?.kind === 'paypal', 'no wallet orders');
      const as = { token: thief.userToken };
      const seen = [
        await call(
          field,
          'paypalCapture',
          { invoice_id: idOf(own.order_id), order_id: theirs.pay.order_id },
          as,
        ),
        await call(
          field,
          'paypalCapture',
          { invoice_id: idOf(theirs.order_id), order_id: own.pay.order_id },
          as,
        ),
      ];
      const outcome = mustRefuseAll(seen, 20010);
      mustEqual('theirs', await stateOf(field, theirs.order_id), 'open');
      mustEqual('own', await stateOf(field, own.order_id), 'open');
      return outcome;
    },
  },
];

const speaking: readonly Attack[] = [
  {
    name: "one's own token with another's character, server or region",
    must: '10001 on every call',
    run: async (field) => {
      const [victim, thief] = [await newcomer(field), await newcomer(field)];
      const as = { token: thief.userToken };
      const lies: readonly Fields[] = [
        { cid: victim.cid },
        { server_id: '999' },
        { pr_id: 'elsewhere' },
      ];
      const seen = OF_A_SESSION.filter(([name]) => name !== 'logout').flatMap(([name, fields]) =>
        lies.map((lie) => call(field, name, { ...fields, ...lie }, as)),
      );
      return mustRefuseAll(await Promise.all(seen), 10001);
    },
  },
  {
    name: 'a token of one game in another game’s shop',
    must: '11002; in no shop but its own is it anything',
    run: async (field) => {
      const thief = await newcomer(field);
      const others = [
        { gameId: '22', code: 'cgg' },
        { gameId: '31', code: 'dr2' },
        { gameId: '10', code: 'poi_mbo' },
      ];
      const seen = others.flatMap((other) =>
        OF_A_SESSION.map(([name, fields]) =>
          call(field, name, fields, { ...other, token: thief.userToken }),
        ),
      );
      return mustRefuseAll(await Promise.all(seen), 11002);
    },
  },
  {
    name: 'a token after logout',
    must: '11002',
    run: async (field) => {
      const thief = await newcomer(field);
      const as = { token: thief.userToken };
      mustEqual('logout', (await call(field, 'logout', {}, as)).code, 200);
      const seen = OF_A_SESSION.map(([name, fields]) => call(field, name, fields, as));
      return mustRefuseAll(await Promise.all(seen), 11002);
    },
  },
  {
    name: "events played in another's name by fields no call knows",
    must: 'only the caller’s own rows change',
    run: async (field) => {
      const [victim, thief] = [await newcomer(field), await newcomer(field)];
      const victimId = (await row(field, 'select id from players where cid = $1', [victim.cid]))[
        'id'
      ];
      const lie = { player_id: String(victimId), user_id: String(victimId), owner: victim.cid };
      const as = { token: thief.userToken };
      await call(field, 'bargainInfo', lie, as);
      await call(field, 'bargainClaim', { task: 'sign_in', ...lie }, as);
      await call(field, 'bargainSpin', lie, as);
      await call(field, 'cumulationClaim', { task_id: 'days-1', ...lie }, as);
      await call(field, 'cardClaim', { card_id: 'weekly', ...lie }, as);
      await call(field, 'cartSet', { product_id: 'gems-60', count: '3', ...lie }, as);
      for (const table of ['bargain_coupons', 'bargain_steps', 'rewards', 'cart_items']) {
        mustEqual(table, await count(field, `${table} where player_id = $1`, [victimId]), 0);
      }
      return 'nothing of the victim’s';
    },
  },
];

export const STRANGERS: Theme = {
  title: 'Other players’ tokens and orders',
  attacks: [...tokens, ...orderAttacks, ...speaking],
};
