import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { hashToken } from '../players/session.ts';
import type { Session } from '../players/queries.ts';
import type { Device } from './device.ts';
import { asGuess } from './guess.ts';
import { hashPassword, isPassword } from './hash-password.ts';
import { takeImageCode, type GivenImageCode } from './image-code.ts';
import { withMailCode } from './mail-code.ts';
import { replacePassword } from './replace-password.ts';
import { checkNewPassword, type NewPassword } from './rules.ts';
import { passwordOfPlayer, type Password } from './queries.ts';

/** The session that changes its character's password and continues afterwards. */
export type AccessSession = {
  readonly session: Session;
  readonly userToken: string;
  readonly network: string;
  readonly device: Device;
  /** Known where a code of the in-game mail was entered. */
  readonly confirmed: Device;
};

type WithCode = GivenImageCode & { readonly code: string };

/**
 * S11: sets a character's first password, or a new one after a removal.
 * @throws Refusal PASSWORD_RULE, PASSWORDS_DIFFER, WRONG_STATE, WRONG_IMAGE_CODE, IMAGE_CODE_REQUIRED, WRONG_MAIL_CODE,
 * TOO_MANY_LOOKUPS during a wait, TRY_AGAIN
 */
export async function setPassword(
  ctx: Ctx,
  who: AccessSession,
  input: NewPassword & WithCode,
): Promise<void> {
  checkNewPassword(input);
  const known = await knownPassword(ctx, who, false);
  await asChange(ctx, who, { what: 'set', known }, input, () =>
    replace(ctx, who, 'set', known, input.code, () => hashPassword(input.pwd)),
  );
}

/** @throws Refusal as `setPassword`; SAME_PASSWORD, PASSWORD_WRONG for the old one */
export async function changePassword(
  ctx: Ctx,
  who: AccessSession,
  input: NewPassword & WithCode & { readonly old_pwd: string },
): Promise<void> {
  checkNewPassword(input);
  if (input.pwd.normalize('NFKC') === input.old_pwd.normalize('NFKC')) {
    throw new Refusal('SAME_PASSWORD');
  }
  const known = await knownPassword(ctx, who, true);
  await asChange(ctx, who, { what: 'change', known }, input, async () => {
    await checkCurrent(known, input.old_pwd);
    await replace(ctx, who, 'change', known, input.code, () => hashPassword(input.pwd));
  });
}

/**
 * S11: removes the password. The mail code authorizes it, as in a reset; a given password must be right.
 * @throws Refusal WRONG_STATE, WRONG_IMAGE_CODE, IMAGE_CODE_REQUIRED, PASSWORD_WRONG, WRONG_MAIL_CODE,
 * TOO_MANY_LOOKUPS during a wait, TRY_AGAIN
 */
export async function removePassword(
  ctx: Ctx,
  who: AccessSession,
  input: WithCode & { readonly pwd?: string | undefined },
): Promise<void> {
  const known = await knownPassword(ctx, who, true);
  await asChange(ctx, who, { what: 'remove', known }, input, async () => {
    if (input.pwd !== undefined) await checkCurrent(known, input.pwd);
    await replace(ctx, who, 'remove', known, input.code, async () => null);
  });
}

/** The current password; an outdated page gets the current state in the refusal. */
export async function knownPassword(
  ctx: Ctx,
  { session }: Pick<AccessSession, 'session'>,
  mustExist: boolean,
): Promise<Password> {
  const known = await ctx.db.one(passwordOfPlayer, { playerId: session.player_id });
  const exists = known.hash !== null;
  if (exists !== mustExist) throw new Refusal('WRONG_STATE', { has_pwd: exists });
  return known;
}

type Change = 'set' | 'change' | 'remove';

/** Runs a change as one guess at the character's password and code. */
async function asChange(
  ctx: Ctx,
  { session, userToken, network, device, confirmed }: AccessSession,
  { what, known }: { readonly what: Change; readonly known: Password },
  given: GivenImageCode,
  change: () => Promise<void>,
): Promise<void> {
  const { project } = session;
  const place = { project, purpose: `pwd_${what}`, userToken } as const;
  const hasImageCode = await takeImageCode(ctx, given, place);
  const owner = { playerId: known.player_id, passwordVersion: known.password_version };
  await asGuess(ctx, { ...owner, project, what: 'access', network, device, hasImageCode }, change);
  // The mail code has identified the player, so the device is known for the new password, the next version.
  if (what !== 'remove') {
    const next = { ...owner, passwordVersion: owner.passwordVersion + 1 };
    device.remember(next);
    confirmed.remember(next);
  }
}

async function checkCurrent({ hash }: Password, password: string): Promise<void> {
  const isRight = hash !== null && (await isPassword(password, hash));
  if (!isRight) throw new Refusal('PASSWORD_WRONG');
}

/** @param hashOf runs while the mail code is right; null removes the password */
async function replace(
  ctx: Ctx,
  { session, userToken, network }: AccessSession,
  what: Change,
  known: Password,
  code: string,
  hashOf: () => Promise<string | null>,
): Promise<void> {
  const owner = { playerId: session.player_id, purpose: `pwd_${what}`, network } as const;
  const hash = await withMailCode(ctx, owner, code, hashOf);
  await replacePassword(ctx, { what, known, hash, keepTokenHash: hashToken(userToken) });
}
