import { CODES } from '@webpay/contract/codes';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import {
  approveRefund,
  currencyOfOrder,
  refundOrder,
  rejectRequest,
} from '../support/decide-request.ts';
import { bookedUnder } from '../refunds/queries.ts';
import type { AtRefundEnd, Refused } from '../support/pay-back.ts';
import { bookPaidOutside } from '../support/paid-outside.ts';
import { refundAgain } from '../support/refund-again.ts';
import { approveResend } from '../support/resend.ts';
import type { Acts, ActRefused, Done, Finish, Subject } from './act.ts';
import { reservedRefund, subjectOfOrder, subjectOfRefund, subjectOfRequest } from './queries.ts';
import { gatewayInWords, sumInWords } from './words.ts';
import { worthOfGoods, worthOfSum } from './worth.ts';

type MoneyKind =
  | 'refund_order'
  | 'refund_again'
  | 'paid_outside'
  | 'approve_refund'
  | 'approve_resend'
  | 'reject_request';
type Row = RowOf<typeof subjectOfOrder>;

/** Steps that pay money back, send goods again, or reject a request. */
export const MONEY_ACTS: Acts<MoneyKind> = {
  refund_order: {
    find: async ({ db }, { order_id: orderId }) => {
      const row = await db.maybe(subjectOfOrder, { orderId });
      const path = `/orders/${orderId}`;
      return row && subjectOf(row, { kind: 'order', id: row.order_id, name: row.order_no, path });
    },
    run: async (ctx, action, finish) => {
      const { order_id: orderId, because, amount } = action;
      const choice = {
        amount,
        allowDelivered: action.allow_delivered,
        allowOverpayment: action.allow_overpayment,
      };
      const currency = await currencyOfOrder(ctx, orderId, action.allow_overpayment);
      if (currency === null) return { kind: 'refused', why: 'no_such_order' };
      const decision = { ...choice, orderId, currency, because };
      return ended(await refundOrder(ctx, decision, atEnd(ctx, finish, [])));
    },
  },
  refund_again: {
    find: findRefund,
    run: async (ctx, action, finish) => {
      const { refund_id: refundId, allow_delivered: allowDelivered, because } = action;
      const decision = { refundId, allowDelivered, because };
      return ended(await refundAgain(ctx, decision, atEnd(ctx, finish, [])));
    },
  },
  paid_outside: {
    find: findRefund,
    run: async (ctx, action, finish) => {
      const { refund_id: refundId, reference: bankNumber, because } = action;
      const { allow_delivered: allowDelivered, allow_same_number: allowSameNumber } = action;
      const decision = { refundId, bankNumber, allowDelivered, allowSameNumber, because };
      return ended(await bookPaidOutside(ctx, decision, atBooked(ctx, finish, bankNumber)));
    },
  },
  approve_refund: {
    find: findRequest,
    run: async (ctx, action, finish) => {
      const decision = {
        requestId: action.request_id,
        amount: action.amount,
        allowDelivered: action.allow_delivered,
        allowOverpayment: action.allow_overpayment,
        because: reasonOf(action),
      };
      const also = ['The request is approved, and the player reads the reason.'];
      return ended(await approveRefund(ctx, decision, atEnd(ctx, finish, also)));
    },
  },
  approve_resend: {
    find: findRequest,
    run: async (ctx, action, finish) => {
      const { request_id: requestId, server_id: serverId, cid } = action;
      const decision = { requestId, serverId, cid, because: reasonOf(action) };
      const sent = await askingGame(() =>
        approveResend(ctx, decision, async (tx, { orderId, recipient }) => {
          const { server_id: server, cid: to, name } = recipient;
          await finish(tx, {
            title: 'Send the goods again',
            effects: [
              `The same goods are sent to ${name} (${server}/${to}).`,
              'The character that has them keeps them.',
              'The request is approved, and the player reads the reason.',
            ],
            amount: null,
            worth: await worthOfGoods(ctx, tx, orderId),
            change: { order: orderId, request: requestId, to: { server_id: server } },
          });
        }),
      );
      return ended(sent);
    },
  },
  reject_request: {
    find: findRequest,
    run: async (ctx, action, finish) => {
      const { request_id: requestId, because } = action;
      const rejected = await rejectRequest(
        ctx,
        requestId,
        because,
        async (tx, { order_id: order }) =>
          finish(tx, {
            title: 'Reject the request',
            effects: ['No money and no goods move.', 'The player reads the reason.'],
            amount: null,
            worth: null,
            change: { order, request: requestId },
          }),
      );
      return ended(rejected);
    },
  },
};

async function findRefund(
  { db }: Ctx,
  { refund_id: id }: { readonly refund_id: string },
): Promise<Subject | null> {
  const row = await db.maybe(subjectOfRefund, { refundId: id });
  const path = row && `/orders/${row.order_id}`;
  return row && subjectOf(row, { kind: 'refund', id, name: `${id} of ${row.order_no}`, path });
}

async function findRequest(
  { db }: Ctx,
  { request_id: id }: { readonly request_id: string },
): Promise<Subject | null> {
  const row = await db.maybe(subjectOfRequest, { requestId: id });
  const path = `/requests?open=${id}`;
  return (
    row && subjectOf(row, { kind: 'request', id, name: `request about ${row.order_no}`, path })
  );
}

function subjectOf(row: Row, named: Pick<Subject, 'kind' | 'id' | 'name' | 'path'>): Subject {
  return { ...named, project: row.project, playerId: row.player_id, orderId: row.order_id };
}

/** A command may approve without a reason; the console asks for one. */
function reasonOf({ because }: { readonly because: string }): string | null {
  return because === '' ? null : because;
}

/** Tells a reserved refund as the plan does. */
function atEnd(ctx: Ctx, finish: Finish, also: readonly string[]): AtRefundEnd {
  return async (tx, { refundId }) => {
    const refund = await tx.one(reservedRefund, { refundId });
    const { amount_minor: minor, currency } = refund;
    const amount = { minor, currency };
    await finish(tx, {
      title: `Pay back ${sumInWords(amount)}`,
      effects: [...effectsOf(refund), ...also],
      amount,
      worth: worthOfSum(ctx, refund.project, amount),
      change: { refund: refundId, amount_minor: minor, currency, replaces: refund.replaces },
    } satisfies Done);
  };
}

/** Tells a refund that was paid outside its gateway. */
function atBooked(ctx: Ctx, finish: Finish, bankNumber: string): AtRefundEnd {
  return async (tx, { refundId }) => {
    const refund = await tx.one(reservedRefund, { refundId });
    const { amount_minor: minor, currency } = refund;
    const amount = { minor, currency };
    const others = await tx.many(bookedUnder, { bankNumber, refundId });
    await finish(tx, {
      title: `Book ${sumInWords(amount)} as paid outside`,
      effects: [
        `${sumInWords(amount)} counts as returned to the payer by our bank, under ${bankNumber}.`,
        `Nothing is sent to ${gatewayInWords(refund.provider)}, now or later: our bank sends exactly this sum.`,
        ...others.map(({ id }) => `${id} is booked under this number, too.`),
        ...after(refund),
      ],
      amount,
      worth: worthOfSum(ctx, refund.project, amount),
      change: {
        refund: refundId,
        amount_minor: minor,
        currency,
        replaces: refund.replaces,
        reference: bankNumber,
      },
    } satisfies Done);
  };
}

function effectsOf(refund: RowOf<typeof reservedRefund>): readonly string[] {
  const { currency } = refund;
  const back = sumInWords({ minor: refund.amount_minor, currency });
  return [
    `${back} goes back to the payer by ${gatewayInWords(refund.provider)}.`,
    ...after(refund),
  ];
}

function after(refund: RowOf<typeof reservedRefund>): readonly string[] {
  const { currency, replaces, left_minor: left } = refund;
  return [
    left === null || left <= 0
      ? 'Nothing of the payment is left after it.'
      : `${sumInWords({ minor: left, currency })} of the payment is left after it.`,
    ...(replaces === null ? [] : [`It replaces the refused refund ${replaces}.`]),
    ...goodsAfter(refund.delivery),
  ];
}

function goodsAfter(delivery: RowOf<typeof reservedRefund>['delivery']): readonly string[] {
  switch (delivery) {
    case null:
      return [];
    case 'delivered':
      return ['The character keeps the goods.'];
    case 'queued':
    case 'retrying':
      return ['The goods are still sent.'];
    case 'rejected':
    case 'cancelled':
      return ['The goods are not sent.'];
  }
}

function ended(
  outcome: { readonly kind: 'done' } | Refused<string>,
): { readonly kind: 'done' } | ActRefused {
  if (outcome.kind === 'done') return { kind: 'done' };
  const { why, refundId } = outcome;
  return { kind: 'refused', why, ...(refundId === undefined ? {} : { refundId }) };
}

/** A game that is silent, or does not know the character, refuses the step. */
async function askingGame<T>(decide: () => Promise<T>): Promise<T | ActRefused> {
  try {
    return await decide();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const why = error.code === CODES.NO_SUCH_CHARACTER ? 'no_such_character' : 'game_silent';
    return { kind: 'refused', why };
  }
}
