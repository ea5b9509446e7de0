import type { ImagePurpose } from '@webpay/contract/access-shapes';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { takeImageCode, type GivenImageCode } from './image-code.ts';
import { FREE_TRIES, TRIES_KEPT_MS } from './rules.ts';
import { beginTry, purgeAttempts } from './queries.ts';

/**
 * Counts one more try at a character's password or code before it is looked at.
 * @param hasImageCode a right image code came with it
 * @throws Refusal IMAGE_CODE_REQUIRED after three wrong ones
 */
export async function countTry(ctx: Ctx, playerId: number, hasImageCode: boolean): Promise<void> {
  const now = ctx.clock.now();
  const counted = await ctx.db.maybe(beginTry, {
    playerId,
    now,
    forgetBefore: new Date(now.getTime() - TRIES_KEPT_MS),
    freeTries: FREE_TRIES,
    hasImageCode,
  });
  if (counted === null) throw new Refusal('IMAGE_CODE_REQUIRED');
}

/** What the character's own player did right ends the counting. */
export async function forgiveTries(ctx: Ctx, playerId: number): Promise<void> {
  await ctx.db.run(purgeAttempts, { playerId });
}

/**
 * What stands before a try in a session: an image code where one is due, and the count.
 * @throws Refusal WRONG_IMAGE_CODE, IMAGE_CODE_REQUIRED
 */
export async function guardTry(
  ctx: Ctx,
  who: {
    readonly project: string;
    readonly purpose: ImagePurpose;
    readonly playerId: number;
    readonly userToken: string | null;
  },
  given: GivenImageCode,
): Promise<void> {
  await countTry(ctx, who.playerId, await takeImageCode(ctx, given, who));
}
