import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { limitCalls } from '../players/limit-calls.ts';
import { countTry, forgiveTries } from './guard-tries.ts';
import { isPassword } from './hash-password.ts';
import { FREE_PASSWORDS_A_MINUTE, WRONG_A_MINUTE } from './rules.ts';

export type PasswordTry = {
  readonly pwd: string | undefined;
  /** Who tries, as limits count them. */
  readonly network: string;
  /** A right image code came with it. */
  readonly hasImageCode: boolean;
};

/**
 * Lets the right password through. A stranger's wrong ones never shut it out: they only make it come with an image
 * code, and with that it is always looked at.
 * @throws Refusal PASSWORD_REQUIRED, IMAGE_CODE_REQUIRED after too many of this character or this network,
 *   PASSWORD_WRONG, TOO_MANY_LOOKUPS for a wrong one beyond ten a minute, TOO_FREQUENT in a flood
 */
export async function checkPassword(
  ctx: Ctx,
  standing: { readonly playerId: number; readonly hash: string },
  { pwd, network, hasImageCode }: PasswordTry,
): Promise<void> {
  if (pwd === undefined) throw new Refusal('PASSWORD_REQUIRED');
  if (!hasImageCode) {
    await limitCalls(ctx, `passwords:${network}`, FREE_PASSWORDS_A_MINUTE, 'IMAGE_CODE_REQUIRED');
  }
  await countTry(ctx, standing.playerId, hasImageCode);
  if (await isPassword(pwd, standing.hash)) {
    await forgiveTries(ctx, standing.playerId);
    return;
  }
  await limitCalls(ctx, `password:${standing.playerId}`, WRONG_A_MINUTE, 'TOO_MANY_LOOKUPS');
  throw new Refusal('PASSWORD_WRONG');
}
