import type { ImagePurpose } from '@webpay/contract/access-shapes';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { takeImageCode, type GivenImageCode } from './image-code.ts';
import { FREE_ATTEMPTS, ATTEMPTS_RETAINED_MS } from './rules.ts';
import { beginAttempt, purgeAttempts } from './queries.ts';

/**
 * Counts an attempt at a character's password or code before it is checked.
 * @param hasImageCode a right image code was given
 * @throws Refusal IMAGE_CODE_REQUIRED after three wrong attempts
 */
export async function countAttempt(
  ctx: Ctx,
  playerId: number,
  hasImageCode: boolean,
): Promise<void> {
  const now = ctx.clock.now();
  const counted = await ctx.db.maybe(beginAttempt, {
    playerId,
    now,
    ignoreBefore: new Date(now.getTime() - ATTEMPTS_RETAINED_MS),
    freeAttempts: FREE_ATTEMPTS,
    hasImageCode,
  });
  if (counted === null) throw new Refusal('IMAGE_CODE_REQUIRED');
}

export async function clearAttempts(ctx: Ctx, playerId: number): Promise<void> {
  await ctx.db.run(purgeAttempts, { playerId });
}

/**
 * Guards an attempt in a session: checks the image code where one is due, and counts.
 * @throws Refusal WRONG_IMAGE_CODE, IMAGE_CODE_REQUIRED
 */
export async function guardAttempt(
  ctx: Ctx,
  who: {
    readonly project: string;
    readonly purpose: ImagePurpose;
    readonly playerId: number;
    readonly userToken: string | null;
  },
  given: GivenImageCode,
): Promise<void> {
  await countAttempt(ctx, who.playerId, await takeImageCode(ctx, given, who));
}
