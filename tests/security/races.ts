import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { expect } from 'vitest';
import { approveWallet, orderFields } from '../support/shopper.ts';
import { capturesOf } from '../support/shared-environment.ts';
import type { Shopper } from '../support/shopper.ts';
import { EVENT_RACES } from './event-races.ts';
import { linkRace } from './links.ts';
import {
  atOnce,
  buy,
  call,
  cardForm,
  count,
  countOf,
  expectCode,
  expectOneServed,
  newcomer,
  ofCharacter,
  row,
  walletForm,
  type Answer,
  type Attacks,
  type Fields,
  type Target,
} from './target.ts';

/** Order calls at once; this environment lifts the contract's limit of 40 a minute (§2). */
const ORDERS_AT_ONCE = 250;
/** Orders of a race that are paid afterwards: the first ones, and the newest open ones. */
const PAID_AFTER_A_RACE = 6;
const SETTLED_WITHIN_MS = 60_000;
/** `npm run attack` repeats the race more often. */
const ROUNDS = { short: 2, full: 4 } as const;
const FULL_RUN = 1_000;
/** Each order replaces the one before it, at its gateway too. */
const MAX_OF_A_PRODUCT = 100;
const CARD_ORDER = v.object({
  order_id: v.string(),
  pay: v.object({ client_key: v.string(), session_key: v.string() }),
});

/** Concurrent order/create calls, at most `ORDERS_AT_ONCE` at a time. */
async function orders(shop: Target, shopper: Shopper, fields: Fields): Promise<Answer[]> {
  const all: Answer[] = [];
  while (all.length < shop.parallel) {
    const parallel = Math.min(ORDERS_AT_ONCE, shop.parallel - all.length);
    all.push(...(await atOnce({ ...shop, parallel }, shopper, 'orderCreate', fields)));
  }
  return all;
}

/** Expects one capture and one mail of an order. */
export async function expectDeliveredOnce(
  shop: Target,
  shopper: Shopper,
  { order_id, token }: { readonly order_id: string; readonly token: string },
): Promise<void> {
  await shopper.until(token, ({ delivery }) => delivery.state === 'delivered');
  expect(await capturesOf(shop.environment, order_id)).toHaveLength(1);
  expect(await shopper.mails()).toHaveLength(1);
}

const moneyRaces: Attacks = {
  'one card form, submitted: captured once, delivered once': async (shop) => {
    const thief = await newcomer(shop);
    const opened = await thief.open();
    await atOnce(shop, thief, 'payermaxCard', await cardForm(thief, opened));
    await expectDeliveredOnce(shop, thief, opened);
  },
  'one wallet order, captured: captured once, delivered once': async (shop) => {
    const thief = await newcomer(shop);
    const opened = await thief.open({ pay_id: 'paypal' });
    const form = walletForm(opened);
    await approveWallet(shop.environment, form.order_id);
    await atOnce(shop, thief, 'paypalCapture', form);
    await expectDeliveredOnce(shop, thief, opened);
  },
  'an order with one key: one order': async (shop) => {
    const thief = await newcomer(shop);
    const fields = { ...orderFields('gems-60'), order_key: crypto.randomUUID() };
    expectCode(await orders(shop, thief, fields), 200, 10017);
    expect(await countOf(shop, 'orders', thief)).toBe(1);
  },
  'a cancellation beside a payment: paid and delivered, or cancelled and not paid': async (
    shop,
  ) => {
    const thief = await newcomer(shop);
    const opened = await thief.open();
    const form = await cardForm(thief, opened);
    await Promise.all([
      atOnce(shop, thief, 'payermaxCard', form),
      atOnce(shop, thief, 'orderCancel', { token: opened.token }),
    ]);
    const { state } = await thief.until(opened.token, (order) => order.state !== 'waiting');
    const captures = await capturesOf(shop.environment, opened.order_id);
    expect(captures, state).toHaveLength(state === 'success' ? 1 : 0);
  },
};

/** Pays the payable orders of a race and waits until no payment is under way. */
async function payAll(shop: Target, thief: Shopper, all: readonly Answer[]): Promise<void> {
  const { newest } = await row(
    shop,
    `select array(select t.id from ${ofCharacter('orders')} and t.state = 'open'
      order by t.created_at desc limit $2) as newest`,
    [thief.cid, PAID_AFTER_A_RACE],
  );
  const payable = new Set(Array.isArray(newest) ? newest : []);
  const forms = all
    .map(({ result }) => v.safeParse(CARD_ORDER, result))
    .flatMap(({ success, output }) => (success ? [output] : []))
    .filter(({ order_id }, n) => n < PAID_AFTER_A_RACE || payable.has(order_id));
  expect(forms.length).toBeGreaterThan(0);
  await Promise.all(
    forms.map(async ({ pay }) => {
      const opened = {
        pay: { kind: 'payermax_card', sdk_url: '', sandbox: true, ...pay },
      } as const;
      await call(shop, 'payermaxCard', await cardForm(thief, opened), thief);
    }),
  );
  const until = Date.now() + SETTLED_WITHIN_MS;
  const underWay = `${ofCharacter('orders')} and t.state = 'waiting'`;
  while ((await count(shop, underWay, [thief.cid])) > 0 && Date.now() < until) await pause(100);
}

async function sold(shop: Target, { cid }: Shopper, product: string): Promise<number> {
  const text = `select coalesce(sum(i.count), 0)::int4 as n from order_items i
    join orders o on o.id = i.order_id join players p on p.id = o.player_id
    where p.cid = $1 and i.product_id = $2 and o.state = 'success'`;
  return Number((await row(shop, text, [cid, product]))['n']);
}

const stockRaces: Attacks = {
  'a product limited to two an account, ordered and paid: at most two are sold': async (shop) => {
    const { product_id, limit_max } = await row(
      shop,
      `select product_id, limit_max from products where project = 'miniflix' and limit_period = 'once' and kind = 'pack'`,
    );
    const thief = await newcomer(shop);
    const all: Answer[] = [];
    const crowd = { ...shop, parallel: Math.min(MAX_OF_A_PRODUCT, shop.parallel) };
    const rounds = shop.parallel < FULL_RUN ? ROUNDS.short : ROUNDS.full;
    for (let round = 0; round < rounds; round += 1) {
      all.push(...(await orders(crowd, thief, orderFields(String(product_id)))));
    }
    await payAll(shop, thief, all);
    const pieces = await sold(shop, thief, String(product_id));
    expect(pieces).toBeGreaterThanOrEqual(1);
    expect(pieces).toBeLessThanOrEqual(Number(limit_max));
  },
  'one cart, checked out and paid: it is sold once': async (shop) => {
    const thief = await newcomer(shop);
    await thief.client.call('cartSet', { product_id: 'gems-300', count: '1', country: 'US' });
    const all = await orders(shop, thief, { ...orderFields('gems-300'), source: 'cart' });
    await payAll(shop, thief, all);
    expect(await sold(shop, thief, 'gems-300')).toBe(1);
  },
  'a cart filled by concurrent calls: never over its limit of pieces': async (shop) => {
    const thief = await newcomer(shop);
    const products = ['gems-60', 'gems-125', 'gems-300', 'gems-620', 'gems-980'];
    await atOnce(shop, thief, 'cartSet', (n) => ({
      product_id: products[n % products.length] ?? '',
      count: String(1 + (n % 9)),
    }));
    const text = `select coalesce(sum(t.count), 0)::int4 as n from ${ofCharacter('cart_items')}`;
    expect((await row(shop, text, [thief.cid]))['n']).toBeLessThanOrEqual(10);
  },
  'the year’s resolution request: one is served, the others 20012, one row': async (shop) => {
    const thief = await newcomer(shop);
    const { order_id } = await buy(thief);
    const fields = { order_id, kind: 'wrong_recharge', text: 'Not my character.' };
    expectOneServed(await atOnce(shop, thief, 'resolutionCreate', fields), 20012);
    expect(await countOf(shop, 'resolution_requests', thief)).toBe(1);
  },
};

export const RACES: Attacks = {
  'one access link, opened: one session, the others 20005': linkRace,
  ...EVENT_RACES,
  ...moneyRaces,
  ...stockRaces,
};
