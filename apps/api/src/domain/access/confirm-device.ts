import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { knownPassword, type AccessSession } from './change-in-session.ts';
import { asGuess } from './guess.ts';
import { takeImageCode, type GivenImageCode } from './image-code.ts';
import { withMailCode } from './mail-code.ts';

/**
 * Confirms a session's device for saved cards by a code of the in-game mail, until the password changes.
 * @throws Refusal WRONG_STATE without a password, and in a session of an access link, which no password opened;
 * WRONG_IMAGE_CODE, IMAGE_CODE_REQUIRED, WRONG_MAIL_CODE, TOO_MANY_LOOKUPS during a wait
 */
export async function confirmDevice(
  ctx: Ctx,
  who: AccessSession,
  input: GivenImageCode & { readonly code: string },
): Promise<void> {
  const { session, userToken, network, device, confirmed } = who;
  if (session.by_link) throw new Refusal('WRONG_STATE');
  const known = await knownPassword(ctx, who, true);
  const { project } = session;
  const hasImageCode = await takeImageCode(ctx, input, { project, purpose: 'device', userToken });
  const owner = { playerId: known.player_id, passwordVersion: known.password_version };
  const guess = { ...owner, project, what: 'device', network, device, hasImageCode } as const;
  const code = { playerId: owner.playerId, purpose: 'device', network } as const;
  await asGuess(ctx, guess, () => withMailCode(ctx, code, input.code, async () => undefined));
  confirmed.remember(owner);
}
