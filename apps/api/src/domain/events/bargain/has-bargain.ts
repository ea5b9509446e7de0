import { BARGAIN_TASKS } from '@webpay/contract/activity-shapes';
import type { EventKind } from '../kind.ts';
import { doneToday, gameState, isEarned, readStanding } from './standing.ts';

/** Whether a player has something to do there now: a coupon to draw, a task to claim, a spin, or a pack to buy. */
export const hasBargain: EventKind['hasSomething'] = async (ctx, { session, event }) => {
  const standing = await readStanding(ctx, ctx.db, session, event);
  const state = gameState(standing, 'running', 'USD');
  if (state !== 'running') return state === 'at_minimum';
  return (
    standing.coupon === null ||
    BARGAIN_TASKS.some(
      (task) => doneToday(standing, task) === null && (task === 'spin' || isEarned(standing, task)),
    )
  );
};
