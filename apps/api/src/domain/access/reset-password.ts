import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { cidOf } from '../players/look-up-role.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { passwordOf } from './check-password.ts';
import type { Device } from './device.ts';
import { asGuess } from './guess.ts';
import { hashPassword, isPassword } from './hash-password.ts';
import { takeImageCode, type GivenImageCode } from './image-code.ts';
import { withMailCode } from './mail-code.ts';
import { replacePassword } from './replace-password.ts';
import { checkNewPassword, type NewPassword } from './rules.ts';

/**
 * S11: sets a new password for the owner of the character's mailbox and ends all its sessions. Works the same without
 * a password, so that its existence stays secret.
 * @throws Refusal PASSWORD_RULE, PASSWORDS_DIFFER, IMAGE_CODE_REQUIRED, WRONG_IMAGE_CODE, WRONG_MAIL_CODE,
 * TOO_MANY_LOOKUPS with `retry_after_ms` during a wait, SAME_PASSWORD, TRY_AGAIN
 */
export async function resetPassword(
  ctx: Ctx,
  project: Project,
  from: {
    readonly network: string;
    readonly userToken: string | null;
    readonly device: Device;
    readonly confirmed: Device;
  },
  input: NewPassword &
    GivenImageCode & { readonly server_id: string; readonly cid: string; readonly code: string },
): Promise<void> {
  checkNewPassword(input);
  const { network, userToken, device, confirmed } = from;
  const place = { project: project.code, purpose: 'pwd_reset', userToken } as const;
  const hasImageCode = await takeImageCode(ctx, input, place);
  if (!hasImageCode) throw new Refusal('IMAGE_CODE_REQUIRED');
  const cid = cidOf(project, input.cid);
  const known = await passwordOf(ctx, project, { server_id: input.server_id, cid });
  // An unknown character never got a code.
  if (known === null) throw new Refusal('WRONG_MAIL_CODE', { tries_left: 0 });
  const { player_id: playerId, password_version: passwordVersion } = known;
  const guess = { project: project.code, playerId, passwordVersion, network, device, hasImageCode };
  await asGuess(ctx, { ...guess, what: 'reset' }, async () => {
    const owner = { playerId, purpose: 'pwd_reset', network } as const;
    const hash = await withMailCode(ctx, owner, input.code, async () => {
      // Checked after the code, so that strangers learn nothing about the old password.
      if (known.hash !== null && (await isPassword(input.pwd, known.hash))) {
        throw new Refusal('SAME_PASSWORD');
      }
      return hashPassword(input.pwd);
    });
    await replacePassword(ctx, { what: 'reset', known, hash, keepTokenHash: null });
  });
  const next = { playerId, passwordVersion: passwordVersion + 1 };
  device.remember(next);
  confirmed.remember(next);
}
