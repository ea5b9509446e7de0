import type { ImagePurpose } from '@webpay/contract/access-shapes';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { takeImageCode, type GivenImageCode } from './image-code.ts';
import { FREE_ATTEMPTS, ATTEMPTS_RETAINED_MS } from './rules.ts';
import { beginAttempt, purgeAttempts } from './queries.ts';

/**
 * Counts an attempt before it is checked. @throws Refusal IMAGE_CODE_REQUIRED after three wrong
 * ones
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

/** @throws Refusal WRONG_IMAGE_CODE, IMAGE_CODE_REQUIRED */
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
