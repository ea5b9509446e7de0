import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { Session } from '../players/queries.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { limitCalls } from '../players/limit-calls.ts';
import { isPassword } from './hash-password.ts';
import { beginAttempt, passwordOfCharacter, passwordOfPlayer, purgeAttempts } from './queries.ts';
import {
  ATTEMPTS_RETAINED_MS,
  FREE_ATTEMPTS,
  FREE_PASSWORDS_A_MINUTE,
  WRONG_A_MINUTE,
} from './rules.ts';

export type PasswordAttempt = {
  readonly pwd: string | undefined;
  /** The caller's network, as limits count it. */
  readonly network: string;
  readonly hasImageCode: boolean;
};

/**
 * Checks a password. Wrong attempts of strangers never lock the owner out: an image code always allows another check.
 * @throws Refusal PASSWORD_REQUIRED, IMAGE_CODE_REQUIRED after too many attempts at this character or of this network,
 * PASSWORD_WRONG, TOO_MANY_LOOKUPS for more than ten wrong ones a minute, TOO_FREQUENT in a flood
 */
export async function checkPassword(
  ctx: Ctx,
  password: { readonly playerId: number; readonly hash: string },
  { pwd, network, hasImageCode }: PasswordAttempt,
): Promise<void> {
  if (pwd === undefined) throw new Refusal('PASSWORD_REQUIRED');
  if (!hasImageCode) {
    await limitCalls(ctx, `passwords:${network}`, FREE_PASSWORDS_A_MINUTE, 'IMAGE_CODE_REQUIRED');
  }
  await countAttempt(ctx, password.playerId, hasImageCode);
  if (await isPassword(pwd, password.hash)) {
    await ctx.db.run(purgeAttempts, { playerId: password.playerId });
    return;
  }
  await limitCalls(ctx, `password:${password.playerId}`, WRONG_A_MINUTE, 'TOO_MANY_LOOKUPS');
  throw new Refusal('PASSWORD_WRONG');
}

/** Counts an attempt before its check. @throws Refusal IMAGE_CODE_REQUIRED after three wrong ones */
export async function countAttempt(
  ctx: Ctx,
  playerId: number,
  hasImageCode: boolean,
): Promise<void> {
  const now = ctx.clock.now();
  const ignoreBefore = new Date(now.getTime() - ATTEMPTS_RETAINED_MS);
  const limits = { ignoreBefore, freeAttempts: FREE_ATTEMPTS, hasImageCode };
  const counted = await ctx.db.maybe(beginAttempt, { playerId, now, ...limits });
  if (counted === null) throw new Refusal('IMAGE_CODE_REQUIRED');
}

/** Returns a character's password row; `hash` is null without a password. Null: the character was never in this shop. */
export function passwordOf(
  ctx: Ctx,
  { code: project }: Project,
  { server_id: serverId, cid }: { readonly server_id: string; readonly cid: string },
) {
  return ctx.db.maybe(passwordOfCharacter, { project, serverId, cid });
}

/** Enforces a project's `pwd_status` '1' after sign-in. @throws Refusal PASSWORD_REQUIRED */
export async function requirePassword(ctx: Ctx, project: Project, session: Session): Promise<void> {
  if (project.pwd_status === '0') return;
  const { hash } = await ctx.db.one(passwordOfPlayer, { playerId: session.player_id });
  if (hash === null) throw new Refusal('PASSWORD_REQUIRED');
}
