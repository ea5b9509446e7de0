import { mustEqual, mustHold } from './expect.ts';
import { call, newcomer, orderFields, row, type Theme } from './field.ts';
import { CARDS } from '../support/shopper.ts';

/** Names of what rows hold, and of what other shops have been talked into. */
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

/** What stands in the database of an order, without what differs from order to order. */
const ORDER = `select o.state, o.reason, o.source, o.country, o.currency, o.total_minor::text, o.usd_minor::text, o.paid_at,
    o.recipient ->> 'level' as level, i.product_id, i.count, i.unit_minor::text, a.state as attempt,
    a.amount_minor::text, a.captured_minor, (o.expires_at - o.created_at)::text as lives,
    (select count(*)::int4 from deliveries d where d.order_id = o.id) as deliveries
  from orders o join order_items i on i.order_id = o.id join payment_attempts a on a.order_id = o.id
  where o.player_id = (select id from players where cid = $1)`;

export const EXTRA_FIELDS: Theme = {
  title: 'Fields that nobody asked for',
  attacks: [
    {
      name: `order/create with ${Object.keys(ASSIGNED).length} fields more: state, price, usd_minor, user_id, is_admin …`,
      must: 'the order is the same as without them',
      run: async (field) => {
        const [honest, thief] = [await newcomer(field), await newcomer(field)];
        const fields = orderFields('gems-60');
        await call(field, 'orderCreate', fields, { token: honest.userToken });
        const seen = await call(
          field,
          'orderCreate',
          { ...ASSIGNED, ...fields },
          { token: thief.userToken },
        );
        mustEqual('code', seen.code, 200);
        const [wanted, made] = [
          await row(field, ORDER, [honest.cid]),
          await row(field, ORDER, [thief.cid]),
        ];
        mustEqual('the order', { ...made, level: null }, { ...wanted, level: null });
        mustHold(made['level'] !== '999', 'the level was taken from the request');
        return '200, the same rows';
      },
    },
    {
      name: 'the same fields inside the list of goods',
      must: 'the order is the same as without them',
      run: async (field) => {
        const [honest, thief] = [await newcomer(field), await newcomer(field)];
        await call(field, 'orderCreate', orderFields('gems-60'), { token: honest.userToken });
        const products = JSON.stringify([{ ...ASSIGNED, product_id: 'gems-60', count: 1 }]);
        const seen = await call(field, 'orderCreate', orderFields('gems-60', { products }), {
          token: thief.userToken,
        });
        mustEqual('code', seen.code, 200);
        const [wanted, made] = [
          await row(field, ORDER, [honest.cid]),
          await row(field, ORDER, [thief.cid]),
        ];
        mustEqual('the order', { ...made, level: null }, { ...wanted, level: null });
        return '200, the same rows';
      },
    },
    {
      name: 'signing in as a character of level 999, with its name, flag and id',
      must: 'the character is what its game says',
      run: async (field) => {
        const [honest, thief] = [await newcomer(field), await newcomer(field)];
        const { prId: pr_id, serverId: server_id, cid } = thief;
        mustEqual(
          'code',
          (await call(field, 'role', { ...ASSIGNED, pr_id, server_id, cid })).code,
          200,
        );
        const player = 'select name, level, flagged_at from players where cid = $1';
        const [made, other] = [
          await row(field, player, [cid]),
          await row(field, player, [honest.cid]),
        ];
        mustHold(
          made['name'] !== 'Operator' && made['level'] !== 999,
          'the name was taken from the request',
        );
        mustEqual('flag', made['flagged_at'], other['flagged_at']);
        return '200, name and level of the game';
      },
    },
    {
      name: 'a resolution request that approves itself',
      must: 'it is open, of this year, its author’s',
      run: async (field) => {
        const thief = await newcomer(field);
        const opened = await thief.open();
        await thief.payByCard(opened, CARDS.success);
        await thief.until(opened.token, ({ delivery }) => delivery.state === 'delivered');
        const lie = {
          ...ASSIGNED,
          year: '1999',
          state: 'approved',
          decided_by: 'operator',
          refund_minor: '99',
        };
        const fields = {
          ...lie,
          order_id: opened.order_id,
          kind: 'wrong_recharge',
          text: 'Please.',
        };
        const seen = await call(field, 'resolutionCreate', fields, { token: thief.userToken });
        mustEqual('code', seen.code, 200);
        const made = await row(
          field,
          'select state, year from resolution_requests where order_id = $1',
          [opened.order_id],
        );
        mustEqual('request', made, { state: 'open', year: new Date().getUTCFullYear() });
        return '200, open';
      },
    },
    {
      name: 'a card payment that brings its own outcome',
      must: 'declined is declined',
      run: async (field) => {
        const thief = await newcomer(field);
        const opened = await thief.open();
        mustHold(opened.pay?.kind === 'payermax_card', 'no card order');
        const paymentToken = await thief.tokenise(opened.pay, CARDS.declined);
        const lie = { ...ASSIGNED, code: 'APPLY_SUCCESS', tradeToken: 'T1', totalAmount: '0.01' };
        const fields = { ...lie, sessionKey: opened.pay.session_key, paymentToken };
        await call(field, 'payermaxCard', fields, { token: thief.userToken });
        const order = await thief.inquire(opened.token);
        mustEqual('order', [order.state, order.reason], ['failed', 'declined']);
        return 'failed, declined';
      },
    },
    {
      name: 'a spin that brings its own prize',
      must: 'the draw is the shop’s: its number lies in the range of its prize',
      run: async (field) => {
        const thief = await newcomer(field);
        const as = { token: thief.userToken };
        await call(field, 'bargainInfo', { coupon: '99.99', drawn_minor: '9999', n: '7' }, as);
        const lie = {
          prize_index: '0',
          index: '0',
          lowers_minor: '9999',
          draw: '{"index":0}',
          number: '0',
        };
        mustEqual('code', (await call(field, 'bargainSpin', lie, as)).code, 200);
        const step = await row(
          field,
          `select prize_index, (draw ->> 'number')::int8 >= (draw -> 'ranges' -> prize_index ->> 'from')::int8
              and (draw ->> 'number')::int8 < (draw -> 'ranges' -> prize_index ->> 'to')::int8 as drawn,
            lowers_minor < 9999 as honest
          from bargain_steps t join players p on p.id = t.player_id where p.cid = $1`,
          [thief.cid],
        );
        mustEqual('draw', [step['drawn'], step['honest']], [true, true]);
        return `200, prize ${String(step['prize_index'])} as drawn`;
      },
    },
  ],
};
