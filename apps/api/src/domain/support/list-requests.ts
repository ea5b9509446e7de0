import type { CallResult, Resolution } from '@webpay/contract/calls';
import { fromMinor } from '@webpay/contract/money';
import type { RefundState } from '@webpay/contract/money-back';
import type { Ctx } from '../../context.ts';
import type { RowOf } from '../../platform/db/statement.ts';
import { REQUESTS_A_YEAR, requestYear } from './rules.ts';
import { requestsOfPlayer } from './queries.ts';

/** Lists a player's requests, newest first, and how many this year still allows (F17). */
export async function listRequests(
  ctx: Ctx,
  playerId: number,
): Promise<CallResult<'resolutionList'>> {
  const rows = await ctx.db.many(requestsOfPlayer, { playerId });
  const year = requestYear(ctx.clock.now());
  const used = rows.filter((row) => row.year === year).length;
  return {
    requests: rows.map((row) => ({
      request_id: row.id,
      state: row.state,
      year: row.year,
      order_id: row.order_id,
      kind: row.kind,
      text: row.text,
      created_at: row.created_at.getTime(),
      decided_at: row.decided_at?.getTime() ?? null,
      answer: row.because,
      refund: refundOf(row),
      second_mail: mailOf(row),
    })),
    left_this_year: Math.max(0, REQUESTS_A_YEAR - used),
  };
}

type Row = RowOf<typeof requestsOfPlayer>;

function refundOf(row: Row): Resolution['refund'] {
  const { refund_minor: minor, refund_currency: currency, refund_state: state } = row;
  if (minor === null || currency === null || state === null || row.refund_at === null) return null;
  const amount = fromMinor(minor, currency);
  return { amount, state: REFUND_RESULTS[state], at: row.refund_at.getTime() };
}

const REFUND_RESULTS = {
  RESERVED: 'on_its_way',
  SUBMITTING: 'on_its_way',
  PENDING: 'on_its_way',
  UNKNOWN: 'on_its_way',
  SUCCEEDED: 'done',
  FAILED: 'refused',
} as const satisfies Readonly<Record<RefundState, NonNullable<Resolution['refund']>['state']>>;

function mailOf({ sent_to, sent_state, sent_at }: Row): Resolution['second_mail'] {
  if (sent_to === null || sent_state === null || sent_at === null) return null;
  const { name, server_name } = sent_to;
  return { name, server_name, state: sent_state, at: sent_at.getTime() };
}
