import { fromMinor } from '@webpay/contract/money';
import type { Ctx } from '../../context.ts';
import type { NoticeAnswer, ToldNotice } from '../../games/port.ts';
import { raiseAlert } from '../../platform/monitoring/alert.ts';
import { retryDelayMs } from '../mail/rules.ts';
import { recordTold, takeNotice, type NoticeToTell } from './queries.ts';

/**
 * Tells a game of one refund or chargeback: leases the notice, calls the game outside any transaction, records the answer.
 * A second telling is harmless, because the id is the same. After seven days without a success an operator decides.
 */
export async function tellGame(ctx: Ctx, noticeId: string): Promise<void> {
  const notice = await ctx.db.maybe(takeNotice, { id: noticeId, realNow: ctx.clock.real() });
  if (notice === null) return;
  const project = ctx.catalogue.project(notice.project);
  const answer: NoticeAnswer =
    project === null
      ? { kind: 'silent', why: 'the project is not in the catalogue' }
      : await ctx.games.tellNotice(project.gameAddress, contentOf(ctx, notice));
  await record(ctx, notice, answer);
}

function contentOf(ctx: Ctx, notice: NoticeToTell): ToldNotice {
  const { id, kind, order_id, order_no, currency, server_id: serverId, cid } = notice;
  return {
    serverId,
    cid,
    notice: {
      notice_id: id,
      kind,
      order_id,
      order_no,
      products: notice.products ?? [],
      price: fromMinor(notice.price_minor, currency),
      amount: fromMinor(notice.amount_minor, currency),
      total: fromMinor(notice.total_minor, currency),
      at: notice.created_at.getTime(),
      test: ctx.config.mode === 'sandbox',
    },
  };
}

async function record(ctx: Ctx, notice: NoticeToTell, answer: NoticeAnswer): Promise<void> {
  const { id, project, kind, attempts, order_id: order } = notice;
  const realNow = ctx.clock.real();
  const isTold = answer.kind === 'told';
  const why = isTold ? null : answer.why;
  const isParked = !isTold && notice.give_up_at.getTime() <= realNow.getTime();
  const recorded = await ctx.db.maybe(recordTold, {
    id,
    attempts,
    nextAttemptAt: new Date(
      realNow.getTime() + retryDelayMs(attempts, ctx.config.waitScale.pauses),
    ),
    why,
    isTold,
    isParked,
    now: ctx.clock.now(),
    realNow,
  });
  // Another attempt took over, or an operator ended it.
  if (recorded === null) return;
  if (isParked) raiseAlert(ctx, 'game_notice_parked', { notice: id, kind, project, order, why });
}
