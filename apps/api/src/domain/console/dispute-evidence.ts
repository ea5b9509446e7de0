import type { ConsoleInput, ConsoleResult } from '@webpay/contract/console/calls';
import type { Ctx } from '../../context.ts';
import type { Tx } from '../../platform/db/pool.ts';
import type { OrderFacts } from './order-facts.ts';
import { moneyOf } from './order-money.ts';
import { goodsOfOrder, type OrderHead } from './order-queries.ts';
import { findHead, soldGoods, taxOf } from './order-file.ts';
import { gatewayName } from './order-words.ts';
import { orderRows } from './order-rows.ts';
import { newestSessionsOfPlayer } from './player-queries.ts';
import { disputeByNumber, earlierOrders } from './queues/dispute-queries.ts';
import { disputeHead } from './queues/disputes.ts';
import { readFacts } from './read-facts.ts';
import { characterOf } from './names.ts';
import { scopeOf, type Sees } from './scope.ts';

type Evidence = ConsoleResult<'disputeEvidence'>;
type OrderEvidence = Evidence['orders'][number];
type Found = Omit<OrderEvidence, 'earlier_orders'> & { readonly earlierIds: readonly string[] };

/** Orders of one dispute, and of each its sessions and earlier orders at most. */
const MOST = { payments: 20, sessions: 20, earlier: 20 } as const;

/**
 * The facts that answer a dispute, and no more of a person than they need: no address, no mail address, no card number.
 * @returns null: there is none, or the operator does not see its project
 */
export async function disputeEvidence(
  ctx: Ctx,
  operator: Sees,
  input: ConsoleInput<'disputeEvidence'>,
): Promise<Evidence | null> {
  const now = ctx.clock.nowMs();
  const read = await ctx.db.transaction(
    async (tx) => {
      const disputes = await tx.many(disputeByNumber, {
        provider: input.provider,
        disputeId: input.id,
        projects: scopeOf(operator),
        limit: MOST.payments,
      });
      const [first] = disputes;
      if (first === undefined) return null;
      const orders: Found[] = [];
      for (const id of new Set(disputes.map(({ order_id }) => order_id))) {
        const head = await findHead(tx, operator, id);
        if (head !== null) orders.push(await evidenceOf(ctx, tx, head));
      }
      const claimed = disputes.reduce((sum, { claimed_minor: minor }) => sum + minor, 0);
      const lost = disputes.reduce((sum, { lost_minor: minor }) => sum + minor, 0);
      const dispute = { ...first, claimed_minor: claimed, lost_minor: lost };
      return { dispute: disputeHead(ctx, dispute, now), orders };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
  if (read === null) return null;
  const orders: OrderEvidence[] = [];
  for (const { earlierIds, ...order } of read.orders) {
    orders.push({ ...order, earlier_orders: await earlierOf(ctx, earlierIds) });
  }
  return { dispute: read.dispute, orders, now };
}

async function evidenceOf(ctx: Ctx, tx: Tx, head: OrderHead): Promise<Found> {
  const { facts, payments } = await readFacts(ctx, tx, head);
  const goods = await tx.many(goodsOfOrder, { orderId: head.id });
  const player = { playerId: head.player_id };
  const sessions = await tx.many(newestSessionsOfPlayer, {
    ...player,
    now: ctx.clock.now(),
    limit: MOST.sessions,
  });
  const earlier = await tx.many(earlierOrders, {
    ...player,
    before: head.created_at,
    limit: MOST.earlier,
  });
  const { project, server_name, server_id, name, cid } = characterOf(ctx, head);
  return {
    id: head.id,
    order_no: head.order_no,
    created_at: head.created_at.getTime(),
    paid_at: head.paid_at?.getTime() ?? null,
    total: { minor: head.total_minor, currency: head.currency },
    recipient: { project, server_id, server_name, cid, name },
    goods: goods.map((line) => soldGoods(ctx, head, line)),
    money: moneyOf(withoutCards(facts), taxOf(ctx, facts, head, payments)),
    mails: facts.mails.map((mail) => ({
      number: mail.mailId,
      state: mail.state,
      kind: mail.kind,
      created_at: mail.createdAt,
      delivered_at: mail.state === 'delivered' ? mail.at : null,
    })),
    payments: facts.payments.map((payment) => ({
      number: payment.id,
      gateway: gatewayName(payment.provider),
      gateway_number: payment.gatewayRef,
      capture_number: payment.captureRef,
      captured: { minor: payment.captured, currency: payment.currency },
    })),
    sessions: sessions.map((session) => ({
      created_at: session.created_at.getTime(),
      seen_at: session.seen_at.getTime(),
      ended_at: session.ended_at?.getTime() ?? null,
    })),
    earlierIds: earlier.map(({ id }) => id),
  };
}

/** The method of a payment names the last digits of a card. */
const withoutCards = (facts: OrderFacts): OrderFacts => ({
  ...facts,
  payments: facts.payments.map((payment) => ({
    ...payment,
    method: gatewayName(payment.provider),
  })),
});

async function earlierOf(
  ctx: Ctx,
  ids: readonly string[],
): Promise<OrderEvidence['earlier_orders']> {
  return (await orderRows(ctx, ids)).map((order) => ({
    order_no: order.order_no,
    created_at: order.created_at,
    total: order.total,
    badges: order.badges,
  }));
}
