import type { Ctx } from '../../context.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { GIVE_UP_AFTER_MS } from '../mail/rules.ts';
import { newId } from '../orders/ids.ts';
import type { GivenItem, Texts } from '../projects/project-data.ts';
import type { Day } from './days.ts';
import { insertReward } from './queries.ts';

type Reward = {
  readonly playerId: number;
  readonly eventId: string;
  readonly kind: 'wheel' | 'points' | 'days' | 'daily' | 'card';
  readonly taskId: string;
  /** UTC day it was earned on; for one-time rewards, the event's first day. */
  readonly day: Day;
  /** The goal that was reached, so that a refund never takes it back; null: no goal. */
  readonly goal: number | null;
  readonly lang: string;
  /** Kind of the mail; its texts are in mail/texts. */
  readonly mail: 'reward' | 'starts_soon' | 'started' | 'ends_soon';
  readonly eventTitle: Texts;
  readonly items: readonly GivenItem[];
};

/** Gives a reward once, with its mail; true for the one call that did. */
export async function giveReward(
  ctx: Ctx,
  on: Db | Tx,
  { mail, eventTitle, ...reward }: Reward,
): Promise<boolean> {
  const real = ctx.clock.real();
  const given = await on.maybe(insertReward, {
    ...reward,
    rewardId: newId(ctx),
    mail: { text: mail, event: eventTitle },
    nextAttemptAt: real,
    giveUpAt: new Date(real.getTime() + GIVE_UP_AFTER_MS),
    now: ctx.clock.now(),
  });
  return given !== null;
}
