import * as v from 'valibot';
import { money } from './shapes.ts';

/** Events in an order's history, as its player sees them. */
export const HISTORY_KINDS = [
  'made',
  'action',
  'code',
  'waiting',
  'declined',
  'insufficient_balance',
  'cancelled',
  'error',
  'expired',
  'paid',
  'paid_twice',
  'paid_late',
  'delayed',
  'sent',
  'undeliverable',
  'refund_started',
  'refunded',
  'charged_back',
] as const;

const paidWith = v.object({
  pay_id: v.string(),
  name: v.string(),
  /** Brand as the gateway names it; `last4` are the digits it shows. */
  card: v.nullable(v.object({ brand: v.string(), last4: v.string() })),
  /** Id of the payment at the gateway. */
  reference: v.nullable(v.string()),
  number: v.string(),
});

/** F19: proof of an order, for its owner only: payment, refunds, history. */
export const receipt = v.object({
  order_id: v.string(),
  order_no: v.string(),
  /** null: nothing was paid in time. */
  paid_at: v.nullable(v.number()),
  /** Also of a late payment, where nothing else was paid. */
  paid_with: v.nullable(paidWith),
  /** Refunded part of the order's own payment. */
  refunded: v.nullable(money),
  /** Tax in the rest of the total; null where the project names none for the country. */
  tax: v.nullable(
    v.object({
      name: v.string(),
      percent: v.number(),
      amount: money,
      /** The order keeps no rate: computed from the rates of today. */
      by_current_rate: v.optional(v.boolean()),
    }),
  ),
  seller: v.object({ name: v.string(), address: v.nullable(v.string()) }),
  history: v.array(
    v.object({
      at: v.number(),
      what: v.picklist(HISTORY_KINDS),
      /** Amount of a refund, an overpayment or a late payment. */
      amount: v.optional(money),
      /** Proof of `paid_twice` and `paid_late`. */
      paid_with: v.optional(paidWith),
      /** Reason of `delayed`. */
      reason: v.optional(v.picklist(['mailbox_full', 'maintenance', 'error'])),
    }),
  ),
});
