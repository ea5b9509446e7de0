import { ACTIONS, type ActionKind } from '@webpay/contract/console/actions';
import type { Ctx } from '../../context.ts';
import { reportLimit } from '../../platform/monitoring/alert.ts';
import { refused, type Operator, type Refused } from '../operators/operator.ts';
import { stepsOfLate } from './queries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Steps of one operator that begin in this time, at LIMIT_SCALE 1: more than a person presses. */
const A_MINUTE = 30;
const AN_HOUR = 300;

/**
 * Bounds steps that need no proof, such as notes, queries and retries. The step's own key is claimed already, so that
 * steps at once count each other.
 * @returns null: it may be done
 */
export async function stepsTooMany(
  ctx: Ctx,
  { id }: Pick<Operator, 'id'>,
  kind: ActionKind,
): Promise<Refused | null> {
  if (ACTIONS[kind].isMoney) return null;
  const { db, clock, config } = ctx;
  const nowMs = clock.real().getTime();
  const minuteAgo = new Date(nowMs - MINUTE_MS);
  const hourAgo = new Date(nowMs - HOUR_MS);
  const made = await db.one(stepsOfLate, { operator: id, minuteAgo, hourAgo });
  const { limitScale: scale } = config;
  const tooMany = (count: number, time: string, freeAtMs: number): Refused => {
    reportLimit(ctx, 'console_steps');
    const retryAfterS = Math.max(1, Math.ceil((freeAtMs - nowMs) / 1_000));
    const detail = `You made ${count} steps in ${time}. Try again in ${retryAfterS} s.`;
    return { refused: { ...refused(429, 'too_many_steps', detail).refused, retryAfterS } };
  };
  if (made.hour > AN_HOUR * scale) {
    const freeAt = (made.oldest?.getTime() ?? nowMs) + HOUR_MS;
    return tooMany(AN_HOUR * scale, 'an hour', freeAt);
  }
  if (made.minute > A_MINUTE * scale) {
    const freeAt = (made.oldest_of_minute?.getTime() ?? nowMs) + MINUTE_MS;
    return tooMany(A_MINUTE * scale, 'a minute', freeAt);
  }
  return null;
}
