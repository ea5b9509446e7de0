import { expect } from 'vitest';
import { CARDS, orderFields, type Shopper } from '../support/shopper.ts';
import {
  buy,
  call,
  cardForm,
  expectCode,
  newcomer,
  row,
  type Attacks,
  type Fields,
  type Target,
} from './target.ts';

/** Columns of our tables, and names that other shops accepted by mistake. */
const ASSIGNED = {
  id: 'a'.repeat(20),
  order_id: 'a'.repeat(20),
  state: 'success',
  status: 'SUCCEEDED',
  paid_at: '2020-01-01T00:00:00Z',
  price: '0.01',
  amount: '0.01',
  amount_minor: '1',
  captured_minor: '1',
  total_minor: '1',
  usd_minor: '100000000',
  unit_minor: '1',
  discount: '100',
  coupon: 'FREE',
  currency: 'IDR',
  delivery: 'delivered',
  user_id: '1',
  player_id: '1',
  uid: '1',
  is_admin: '1',
  isAdmin: 'true',
  admin: 'true',
  role: 'admin',
  level: '999',
  name: 'Operator',
  flagged_at: '',
  limit_left: '99',
  expires_at: '9999999999999',
} as const;

/** An order's rows without the values that differ between orders. */
const ORDER = `select o.state, o.reason, o.source, o.country, o.currency, o.total_minor::text, o.usd_minor::text, o.paid_at,
    o.recipient ->> 'level' as level, i.product_id, i.count, i.unit_minor::text, a.state as attempt,
    a.amount_minor::text, a.captured_minor, (o.expires_at - o.created_at)::text as lives,
    (select count(*)::int4 from deliveries d where d.order_id = o.id) as deliveries
  from orders o join order_items i on i.order_id = o.id join payment_attempts a on a.order_id = o.id
  where o.player_id = (select id from players where cid = $1)`;

async function expectHonestOrder(shop: Target, thief: Shopper, fields: Fields): Promise<void> {
  const honest = await newcomer(shop);
  await call(shop, 'orderCreate', orderFields('gems-60'), honest);
  expectCode(await call(shop, 'orderCreate', fields, thief), 200);
  const wanted = await row(shop, ORDER, [honest.cid]);
  const made = await row(shop, ORDER, [thief.cid]);
  expect({ ...made, level: null }).toStrictEqual({ ...wanted, level: null });
  expect(made['level']).not.toBe('999');
}

export const EXTRA_FIELDS: Attacks = {
  'order/create with more fields: state, price, usd_minor, user_id, is_admin: the same order as without them':
    async (shop) => {
      const fields = { ...ASSIGNED, ...orderFields('gems-60') };
      await expectHonestOrder(shop, await newcomer(shop), fields);
    },
  'the same fields inside the list of products: the same order as without them': async (shop) => {
    const products = JSON.stringify([{ ...ASSIGNED, product_id: 'gems-60', count: 1 }]);
    await expectHonestOrder(shop, await newcomer(shop), { ...orderFields('gems-60'), products });
  },
  'a sign-in with level 999, name, flag and id: the character is as its game says': async (
    shop,
  ) => {
    const [honest, thief] = [await newcomer(shop), await newcomer(shop)];
    const { prId: pr_id, serverId: server_id, cid } = thief;
    expectCode(await call(shop, 'role', { ...ASSIGNED, pr_id, server_id, cid }), 200);
    const player = 'select name, level, flagged_at from players where cid = $1';
    const made = await row(shop, player, [cid]);
    expect(made['name']).not.toBe('Operator');
    expect(made['level']).not.toBe(999);
    expect(made['flagged_at']).toStrictEqual((await row(shop, player, [honest.cid]))['flagged_at']);
  },
  'a resolution request that approves itself: open, of this year': async (shop) => {
    const thief = await newcomer(shop);
    const { order_id } = await buy(thief);
    const lie = { year: '1999', state: 'approved', decided_by: 'operator', refund_minor: '99' };
    const fields = { ...ASSIGNED, ...lie, order_id, kind: 'wrong_recharge', text: 'Please.' };
    expectCode(await call(shop, 'resolutionCreate', fields, thief), 200);
    const request = 'select state, year from resolution_requests where order_id = $1';
    const year = new Date().getUTCFullYear();
    expect(await row(shop, request, [order_id])).toStrictEqual({ state: 'open', year });
  },
  'a card payment that brings its own result: declined stays declined': async (shop) => {
    const thief = await newcomer(shop);
    const opened = await thief.open();
    const lie = { ...ASSIGNED, code: 'APPLY_SUCCESS', tradeToken: 'T1', totalAmount: '0.01' };
    const fields = { ...lie, ...(await cardForm(thief, opened, CARDS.declined)) };
    await call(shop, 'payermaxCard', fields, thief);
    const { state, reason } = await thief.inquire(opened.token);
    expect([state, reason]).toEqual(['failed', 'declined']);
  },
  'a spin that brings its own prize: the prize matches the shop’s own drawn number': async (
    shop,
  ) => {
    const thief = await newcomer(shop);
    await call(shop, 'bargainInfo', { coupon: '99.99', drawn_minor: '9999', n: '7' }, thief);
    const prize = { prize_index: '0', index: '0', lowers_minor: '9999', draw: '{"index":0}' };
    expectCode(await call(shop, 'bargainSpin', { ...prize, number: '0' }, thief), 200);
    const step = await row(
      shop,
      `select (draw ->> 'number')::int8 >= (draw -> 'ranges' -> prize_index ->> 'from')::int8
          and (draw ->> 'number')::int8 < (draw -> 'ranges' -> prize_index ->> 'to')::int8 as is_drawn,
        lowers_minor < 9999 as is_honest
      from bargain_steps t join players p on p.id = t.player_id where p.cid = $1`,
      [thief.cid],
    );
    expect(step).toStrictEqual({ is_drawn: true, is_honest: true });
  },
};
