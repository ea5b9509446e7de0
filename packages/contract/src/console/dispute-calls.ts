import * as v from 'valibot';
import { define, id, limit, text } from './inputs.ts';
import {
  aged,
  badge,
  character,
  moneyLine,
  pageOf,
  projectName,
  soldGoods,
  sum,
  time,
  TONES,
} from './shapes.ts';

/** Input and answer of the disputes and of their evidence (docs/console.md). */

export const GATEWAYS = ['payermax', 'paypal'] as const;

const nullableTime = v.nullable(time);
const nullableText = v.nullable(v.string());

/** A dispute in words. */
const dispute = {
  provider: v.picklist(GATEWAYS),
  /** Number at the gateway. */
  number: v.string(),
  gateway: v.string(),
  kind: v.string(),
  stage: v.string(),
  reason: nullableText,
  outcome: nullableText,
  badge,
  claimed: sum,
  /** The cost of a lost one; null: it is not lost. */
  lost: v.nullable(sum),
  /** Null: no deadline is known, or it is over. `at` is null for a deadline that is no date. */
  answer_by: v.nullable(v.object({ at: nullableTime, tone: v.picklist(TONES), text: v.string() })),
  /** Its page at the gateway, where it is answered; null: the gateway has none by number. */
  answer_url: nullableText,
  opened_at: time,
  ended_at: nullableTime,
};

export const disputeRow = v.object({
  id: v.string(),
  ...dispute,
  order: v.object({ id: v.string(), order_no: v.string() }),
  character,
  goods: badge,
});
export type DisputeRow = v.InferOutput<typeof disputeRow>;

export const DISPUTE_CALLS = {
  disputes: define(
    v.object({
      state: v.optional(v.picklist(['open', 'ended'])),
      project: v.optional(id),
      after: v.optional(text(200)),
      limit: v.optional(limit),
    }),
    v.object({ ...pageOf(disputeRow).entries, now: time, ...aged }),
  ),
  disputeEvidence: define(
    v.object({ provider: v.picklist(GATEWAYS), id: text(128) }),
    v.object({
      dispute: v.object(dispute),
      /** One dispute may be about payments of several orders. */
      orders: v.array(
        v.object({
          id: v.string(),
          order_no: v.string(),
          created_at: time,
          paid_at: nullableTime,
          total: sum,
          recipient: v.object({
            project: projectName,
            ...v.entriesFromList(['server_id', 'server_name', 'cid', 'name'], v.string()),
          }),
          goods: v.array(soldGoods),
          money: v.array(moneyLine),
          mails: v.array(
            v.object({
              /** The game's own number; null: it never confirmed the mail. */
              number: nullableText,
              kind: v.picklist(['purchase', 'resend']),
              state: v.string(),
              created_at: time,
              delivered_at: nullableTime,
            }),
          ),
          payments: v.array(
            v.object({
              number: v.string(),
              gateway: v.string(),
              gateway_number: nullableText,
              capture_number: nullableText,
              captured: sum,
            }),
          ),
          sessions: v.array(v.object({ created_at: time, seen_at: time, ended_at: nullableTime })),
          earlier_orders: v.array(
            v.object({
              order_no: v.string(),
              created_at: time,
              total: sum,
              badges: v.array(badge),
            }),
          ),
        }),
      ),
      now: time,
    }),
  ),
} as const;
