import * as v from 'valibot';
import type { Db } from '../../apps/api/src/platform/db/pool.ts';
import { statement } from '../../apps/api/src/platform/db/statement.ts';
import { payermaxNotice, paypalNotice, type Notice } from './notice-writer.ts';
import { answerChallenge, approveWallet, CARDS, createShopper, type Outside } from './shopper.ts';

/** Recorded facts about an order's money and its messages. */
export const written = statement({
  name: 'test.written',
  text: `select a.state, a.captured_minor as captured, o.state as order_state,
      (select count(*)::int4 from deliveries d where d.order_id = o.id) as deliveries,
      (select count(*)::int4 from order_events e where e.order_id = o.id) as events,
      (select count(*)::int4 from ledger_entries l where l.attempt_id = a.id
        and l.kind not like 'quarantine%') as books
    from orders o join payment_attempts a on a.order_id = o.id where o.id = :orderId`,
  params: { orderId: 'text' },
  row: v.object({
    state: v.string(),
    captured: v.nullable(v.number()),
    order_state: v.string(),
    deliveries: v.number(),
    events: v.number(),
    books: v.number(),
  }),
});
export const inbox = statement({
  name: 'test.inbox',
  text: `select count(*)::int4 as n, count(*) filter (where applied_at is null)::int4 as open,
      coalesce(max(id), 0)::int4 as last from gateway_inbox where provider = :provider`,
  params: { provider: 'text' },
  row: v.object({ n: v.number(), open: v.number(), last: v.number() }),
});
export const outcomes = statement({
  name: 'test.outcomes',
  text: `select outcome from gateway_inbox where provider = :provider and position(convert_to(:attemptId, 'UTF8') in body) > 0`,
  params: { provider: 'text', attemptId: 'text' },
  row: v.object({ outcome: v.nullable(v.string()) }),
});
export const quarantined = statement({
  name: 'test.quarantined',
  text: `select reason from quarantine where attempt_id = :attemptId order by id desc limit 1`,
  params: { attemptId: 'text' },
  row: v.object({ reason: v.string() }),
});

export type Victim = Awaited<ReturnType<typeof openVictim>>;
const refOf = statement({
  name: 'test.ref_of',
  text: `select gateway_ref, amount_minor from payment_attempts where id = :attemptId`,
  params: { attemptId: 'text' },
  row: v.object({ gateway_ref: v.string(), amount_minor: v.number() }),
});

/** Opens an order whose player has an open action at the gateway. */
export async function openVictim(outside: Outside, db: Db, provider: 'payermax' | 'paypal') {
  const shopper = await createShopper(outside);
  const opened = await shopper.open({ pay_id: provider === 'payermax' ? 'card' : 'paypal' });
  const asked =
    provider === 'payermax' ? await shopper.payByCard(opened, CARDS.challenge) : undefined;
  const attemptId = `A${opened.order_id}_1`;
  const known = await db.one(refOf, { attemptId });
  return {
    shopper,
    orderId: opened.order_id,
    token: opened.token,
    attemptId,
    /** The gateway's id. */
    ref: known.gateway_ref,
    amount: (known.amount_minor / 100).toFixed(2),
    /** Completes the payment at the gateway. */
    pay: () =>
      provider === 'payermax'
        ? answerChallenge(asked?.action?.url, 'approve')
        : approveWallet(outside, known.gateway_ref),
  };
}

/** A "paid" message as the order's gateway would send it. */
export function paidNotice(
  outside: Outside,
  provider: 'payermax' | 'paypal',
  of: Pick<Victim, 'attemptId' | 'orderId' | 'ref' | 'amount'>,
  changes: object = {},
): Notice {
  if (provider === 'payermax') {
    const data = {
      outTradeNo: of.attemptId,
      tradeToken: of.ref,
      totalAmount: Number(of.amount),
      currency: 'USD',
      status: 'SUCCESS',
    };
    return payermaxNotice({ ...data, ...changes });
  }
  return paypalNotice(outside.sandboxUrl, 'PAYMENT.CAPTURE.COMPLETED', {
    id: '2GG279541U471931P',
    status: 'COMPLETED',
    amount: { currency_code: 'USD', value: of.amount },
    invoice_id: of.attemptId,
    custom_id: of.orderId,
    supplementary_data: { related_ids: { order_id: of.ref } },
    payee: { merchant_id: 'TESTSHPA22222' },
    ...changes,
  });
}
