import * as v from 'valibot';
import { money } from './shapes.ts';

/** What can have happened to an order, as its player is told. */
export const HISTORY_KINDS = [
  'made',
  'action',
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
  /** As the gateway names it; `last4` are the digits it shows. */
  card: v.nullable(v.object({ brand: v.string(), last4: v.string() })),
  /** The gateway's number of the money, and ours there. */
  reference: v.nullable(v.string()),
  number: v.string(),
});

/** F19: the proof of an order, for its own player only: how it was paid, what went back, its life. */
export const receipt = v.object({
  order_id: v.string(),
  /** null: nothing has been paid, or nothing in time. */
  paid_at: v.nullable(v.number()),
  /** Of what came too late as well, where nothing else was paid. */
  paid_with: v.nullable(paidWith),
  /** Of the order's own money, what has gone back. */
  refunded: v.nullable(money),
  /** Part of what has not gone back of the total; null where the project names no tax for the country. */
  tax: v.nullable(v.object({ name: v.string(), percent: v.number(), amount: money })),
  seller: v.object({ name: v.string(), address: v.nullable(v.string()) }),
  /** Oldest first. */
  history: v.array(
    v.object({
      at: v.number(),
      what: v.picklist(HISTORY_KINDS),
      /** What went back, or is about to; what came on top or too late. */
      amount: v.optional(money),
      /** Of `paid_twice` and `paid_late`: the proof of it. */
      paid_with: v.optional(paidWith),
      /** Of `delayed`. */
      reason: v.optional(v.picklist(['mailbox_full', 'maintenance', 'error'])),
    }),
  ),
});
