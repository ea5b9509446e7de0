import type { ActionOf } from '@webpay/contract/console/actions';
import type { Ctx } from '../../context.ts';
import { makeNoticeDue, noticeUnderLock } from '../game-notices/queries.ts';
import { GIVE_UP_AFTER_MS } from '../mail/rules.ts';
import type { Act, ActRefused, Finish, Subject } from './act.ts';
import { noticeToRetry } from './work-queries.ts';

/** Tells a game of a refund or chargeback now, also after its seven days. */
export const RETRY_NOTICE: Act<'retry_notice'> = { find, run };

async function find(
  ctx: Ctx,
  { notice_id: id }: ActionOf<'retry_notice'>,
): Promise<Subject | null> {
  const notice = await ctx.db.maybe(noticeToRetry, { id });
  if (notice === null) return null;
  const { kind, project, order_id: orderId, order_no: orderNo, player_id: playerId } = notice;
  const name = `notice of the ${kind} of ${orderNo}`;
  return { kind: 'mail', id, name, project, path: `/orders/${orderId}`, playerId, orderId };
}

async function run(ctx: Ctx, { notice_id: id }: ActionOf<'retry_notice'>, finish: Finish) {
  return ctx.db.transaction(async (tx) => {
    const realNow = ctx.clock.real();
    const notice = await tx.maybe(noticeUnderLock, { id, realNow });
    if (notice === null || notice.has_ended) return refused('notice_has_ended');
    if (notice.is_leased) return refused('mail_is_being_sent');
    const giveUpAt = new Date(realNow.getTime() + GIVE_UP_AFTER_MS);
    await tx.run(makeNoticeDue, { id, realNow, giveUpAt });
    await finish(tx, {
      title: 'Tell the game now',
      effects: [
        'The game is told at once. It acts on the same notice once.',
        ...(notice.is_parked
          ? ['Until it takes the notice, it is told again for seven days.']
          : []),
      ],
      amount: null,
      worth: null,
      change: { notice: id },
    });
    return { kind: 'done' } as const;
  });
}

const refused = (why: string): ActRefused => ({ kind: 'refused', why });
