import type { WorkGroup, WorkRow } from '@webpay/contract/console/shapes';
import type { Ctx } from '../../../context.ts';
import { projectName } from '../names.ts';
import { inOneLine } from '../order-words.ts';
import type { WaitingNotice } from './delivery-queries.ts';
import { groupsOf, orderOf, timesOf } from './work-rows.ts';

/** Refunds and chargebacks that a game was not told about, by project: parked ones wait for an operator. */
export function noticeGroups(ctx: Ctx, rows: readonly WaitingNotice[]): WorkGroup[] {
  const { real } = timesOf(ctx);
  const realNow = ctx.clock.real();
  const rowOf = (row: WaitingNotice): WorkRow => {
    const isSent = row.lease_until !== null && row.lease_until > realNow;
    return {
      ...orderOf(ctx, row),
      id: row.id,
      title: row.kind === 'refund' ? 'Refund' : 'Chargeback',
      badge: toneOf(row),
      sum: { minor: row.amount_minor, currency: row.currency },
      since: row.since.getTime(),
      said: inOneLine(row.why ?? ''),
      tries: row.attempts,
      next_at: row.is_parked ? null : real(row.next_attempt_at),
      until: row.is_parked ? null : real(row.give_up_at),
      steps: [
        {
          seed: { kind: 'retry_notice', notice_id: row.id },
          text: row.is_parked ? 'Tell the game again' : 'Tell the game now',
          why: isSent ? 'A worker tells it now.' : null,
        },
      ],
    };
  };
  return groupsOf(
    rows,
    ({ project, is_parked: isParked }) => `${project}/notices/${isParked ? 'parked' : 'error'}`,
    (row) => ({
      cause: `${projectName(ctx, row.project).name}: the game was not told of money that went back`,
      tone: toneOf(row).tone,
    }),
    rowOf,
    () => [],
  );
}

function toneOf({ is_parked: isParked }: WaitingNotice): WorkRow['badge'] {
  return isParked ? { tone: 'violet', text: 'Parked' } : { tone: 'orange', text: 'Not told' };
}
