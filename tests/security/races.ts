import { setTimeout as pause } from 'node:timers/promises';
import { approveWallet } from '../support/payer.ts';
import { capturesOf } from '../support/shared-environment.ts';
import { CARDS, type Shopper } from '../support/shopper.ts';
import { atOnce, inCrowds, mine, mustServeOne } from './at-once.ts';
import { EVENT_RACES } from './event-races.ts';
import { mustEqual, mustHold, tally } from './expect.ts';
import {
  call,
  count,
  newcomer,
  orderFields,
  row,
  type Attack,
  type Field,
  type Theme,
} from './field.ts';
import { LINK_RACE } from './links.ts';
import type { Seen } from './wire.ts';

const MONEY_RACES: readonly Attack[] = [
  {
    name: 'one card form, handed in',
    must: 'captured once, delivered once',
    run: async (field) => {
      const thief = await newcomer(field);
      const opened = await thief.open();
      mustHold(opened.pay?.kind === 'payermax_card', 'no card order');
      const paymentToken = await thief.tokenise(opened.pay, CARDS.success);
      const fields = { sessionKey: opened.pay.session_key, paymentToken };
      const all = await atOnce(field, thief, 'payermaxCard', () => fields);
      await thief.until(opened.token, ({ delivery }) => delivery.state === 'delivered');
      mustEqual('captures', (await capturesOf(field.environment, opened.order_id)).length, 1);
      mustEqual('mails', (await thief.mails()).length, 1);
      return tally(all);
    },
  },
  {
    name: 'one wallet order, captured',
    must: 'captured once, delivered once',
    run: async (field) => {
      const thief = await newcomer(field);
      const opened = await thief.open({ pay_id: 'paypal' });
      mustHold(opened.pay?.kind === 'paypal', 'no wallet order');
      const { order_id, invoice_id } = opened.pay;
      await approveWallet(field.environment, order_id);
      const all = await atOnce(field, thief, 'paypalCapture', () => ({ order_id, invoice_id }));
      await thief.until(opened.token, ({ delivery }) => delivery.state === 'delivered');
      mustEqual('captures', (await capturesOf(field.environment, opened.order_id)).length, 1);
      mustEqual('mails', (await thief.mails()).length, 1);
      return tally(all);
    },
  },
  {
    name: 'an order with one key',
    must: 'one order',
    run: async (field) => {
      const thief = await newcomer(field);
      const order_key = crypto.randomUUID();
      const all = await inCrowds(field, thief, () => orderFields('gems-60', { order_key }));
      mustEqual('orders', await count(field, mine('orders'), [thief.cid]), 1);
      const odd = all.filter(({ code }) => code !== 200 && code !== 10017);
      mustHold(odd.length === 0, `answers ${tally(all)}`);
      return tally(all);
    },
  },
  {
    name: 'a cancellation beside a payment',
    must: 'paid and delivered, or cancelled and not paid: never both, never neither',
    run: async (field) => {
      const thief = await newcomer(field);
      const opened = await thief.open();
      mustHold(opened.pay?.kind === 'payermax_card', 'no card order');
      const paymentToken = await thief.tokenise(opened.pay, CARDS.success);
      const fields = { sessionKey: opened.pay.session_key, paymentToken };
      const cancel = { token: opened.token };
      const [paid, cancelled] = await Promise.all([
        atOnce(field, thief, 'payermaxCard', () => fields),
        atOnce(field, thief, 'orderCancel', () => cancel),
      ]);
      const order = await thief.until(opened.token, ({ state }) => state !== 'waiting');
      const captures = await capturesOf(field.environment, opened.order_id);
      mustEqual(
        `captures of an order that is ${order.state}`,
        captures.length,
        order.state === 'success' ? 1 : 0,
      );
      return `${order.state}; ${tally([...paid, ...cancelled])}`;
    },
  },
];

/** So many of the first orders that came out of a race are then paid, and of the newest that can be paid. */
const PAID_AFTER_A_RACE = 6;
/** How long payments may be under way: the shop asks a gateway that has not answered again and again. */
const SETTLED_WITHIN_MS = 60_000;
const ROUNDS = 4;
/** Each ends the one before it, at its gateway too. */
const MOST_OF_A_GOOD = 100;

/** Pays what a race brought, as far as that goes, and waits until none of it is under way. */
async function payAll(field: Field, thief: Shopper, all: readonly Seen[]): Promise<void> {
  const forms = all.flatMap(({ result }) => formOf(result));
  const { newest } = await row(
    field,
    `select array(select t.id from ${mine('orders')} and t.state = 'open'
      order by t.created_at desc limit $2) as newest`,
    [thief.cid, PAID_AFTER_A_RACE],
  );
  const payable = new Set(Array.isArray(newest) ? newest : []);
  const keys = forms.filter(({ order_id }, n) => n < PAID_AFTER_A_RACE || payable.has(order_id));
  mustHold(keys.length > 0, `none of the orders could be paid: ${tally(all)}`);
  await Promise.all(
    keys.map(async ({ client_key, session_key }) => {
      const pay = { kind: 'payermax_card', client_key, session_key, sdk_url: '' } as const;
      const paymentToken = await thief.tokenise(pay, CARDS.success);
      const fields = { sessionKey: session_key, paymentToken };
      await call(field, 'payermaxCard', fields, { token: thief.userToken });
    }),
  );
  const until = Date.now() + SETTLED_WITHIN_MS;
  const underWay = `${mine('orders')} and t.state = 'waiting'`;
  while ((await count(field, underWay, [thief.cid])) > 0 && Date.now() < until) await pause(100);
}

type CardForm = {
  readonly order_id: string;
  readonly client_key: string;
  readonly session_key: string;
};

function formOf(result: unknown): CardForm[] {
  const order = memberOf(result, 'order_id');
  const pay = memberOf(result, 'pay');
  const [client, session] = [memberOf(pay, 'client_key'), memberOf(pay, 'session_key')];
  return typeof order === 'string' && typeof client === 'string' && typeof session === 'string'
    ? [{ order_id: order, client_key: client, session_key: session }]
    : [];
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : null;
}

/** Pieces of a good in orders of this player that were paid. */
async function sold(field: Field, thief: Shopper, product: string): Promise<number> {
  const { n } = await row(
    field,
    `select coalesce(sum(i.count), 0)::int4 as n from order_items i join orders o on o.id = i.order_id
      join players p on p.id = o.player_id where p.cid = $1 and i.product_id = $2 and o.state = 'success'`,
    [thief.cid, product],
  );
  return Number(n);
}

const STOCK_RACES: readonly Attack[] = [
  {
    name: 'a good sold twice an account, ordered and paid',
    must: 'two are sold at most',
    run: async (field) => {
      const good = await row(
        field,
        `select product_id, limit_max from products where project = 'miniflix' and limit_period = 'once' and kind = 'pack'`,
      );
      const product = String(good['product_id']);
      const thief = await newcomer(field);
      const all: Seen[] = [];
      const crowd = { ...field, parallel: Math.min(MOST_OF_A_GOOD, field.parallel) };
      // Who is told to try again does.
      for (let round = 0; round < ROUNDS; round += 1) {
        all.push(...(await inCrowds(crowd, thief, () => orderFields(product))));
      }
      await payAll(field, thief, all);
      const pieces = await sold(field, thief, product);
      mustHold(pieces >= 1 && pieces <= Number(good['limit_max']), `${pieces} sold`);
      return `${pieces} sold; ${tally(all)}`;
    },
  },
  {
    name: 'one cart, checked out and paid',
    must: 'it is sold once',
    run: async (field) => {
      const thief = await newcomer(field);
      await thief.client.call('cartSet', { product_id: 'gems-300', count: '1', country: 'US' });
      const all = await inCrowds(field, thief, () => orderFields('gems-300', { source: 'cart' }));
      await payAll(field, thief, all);
      mustEqual('sold', await sold(field, thief, 'gems-300'), 1);
      return `1 sold; ${tally(all)}`;
    },
  },
  {
    name: 'a cart filled from everywhere',
    must: 'never over its limit of pieces',
    run: async (field) => {
      const thief = await newcomer(field);
      const goods = ['gems-60', 'gems-125', 'gems-300', 'gems-620', 'gems-980'];
      const all = await atOnce(field, thief, 'cartSet', (n) => ({
        product_id: goods[n % goods.length] ?? '',
        count: String(1 + (n % 9)),
      }));
      const pieces = await row(
        field,
        `select coalesce(sum(t.count), 0)::int4 as n from ${mine('cart_items')}`,
        [thief.cid],
      );
      mustHold(Number(pieces['n']) <= 10, `${String(pieces['n'])} pieces`);
      return `${String(pieces['n'])} pieces; ${tally(all)}`;
    },
  },
  {
    name: 'the year’s resolution request',
    must: 'one is served, the others 20012; one row',
    run: async (field) => {
      const thief = await newcomer(field);
      const opened = await thief.open();
      await thief.payByCard(opened, CARDS.success);
      await thief.until(opened.token, ({ delivery }) => delivery.state === 'delivered');
      const fields = {
        order_id: opened.order_id,
        kind: 'wrong_recharge',
        text: 'Not my character.',
      };
      const all = await atOnce(field, thief, 'resolutionCreate', () => fields);
      mustEqual('requests', await count(field, mine('resolution_requests'), [thief.cid]), 1);
      return mustServeOne(field, all, 20012);
    },
  },
];

export const RACES: Theme = {
  title: 'Races for what may be had once',
  isCrowded: true,
  attacks: [LINK_RACE, ...EVENT_RACES, ...MONEY_RACES, ...STOCK_RACES],
};
