import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { Session } from '../players/queries.ts';
import type { Project } from '../projects/catalogue-cache.ts';
import { limitCalls } from '../players/limit-calls.ts';
import type { Device } from './device.ts';
import { asGuess } from './guess.ts';
import { isPassword } from './hash-password.ts';
import { passwordOfCharacter, passwordOfPlayer } from './queries.ts';
import { CHECKS_A_MINUTE, FREE_PASSWORDS_A_MINUTE } from './rules.ts';

export type PasswordAttempt = {
  readonly pwd: string | undefined;
  /** The caller's network, as limits count it. */
  readonly network: string;
  readonly device: Device;
  readonly hasImageCode: boolean;
};

/**
 * Checks a password as one guess (docs/decisions/0035), and makes the device known when it is right. Strangers' wrong
 * ones make strangers wait; a known device has its own count, and a place before strangers in the hashing queue.
 * @throws Refusal PASSWORD_REQUIRED, IMAGE_CODE_REQUIRED after too many guesses at this character or of this network,
 * TOO_MANY_LOOKUPS with `retry_after_ms` during a wait, PASSWORD_WRONG, TOO_FREQUENT in a flood
 */
export async function checkPassword(
  ctx: Ctx,
  password: {
    readonly project: string;
    readonly playerId: number;
    readonly passwordVersion: number;
    readonly hash: string;
  },
  { pwd, network, device, hasImageCode }: PasswordAttempt,
): Promise<void> {
  if (pwd === undefined) throw new Refusal('PASSWORD_REQUIRED');
  const { hash, ...owner } = password;
  const isKnown = device.numberFor(owner) !== null;
  if (!isKnown && !hasImageCode) {
    await limitCalls(ctx, `passwords:${network}`, FREE_PASSWORDS_A_MINUTE, 'IMAGE_CODE_REQUIRED');
  }
  const guess = { ...owner, what: 'access', network, device, hasImageCode } as const;
  await asGuess(ctx, guess, async () => {
    // Right passwords cost a hash as well: a flood of them, by however many devices, must not fill the queue.
    const key = `password_checks:${owner.playerId}${isKnown ? ':known' : ''}`;
    await limitCalls(ctx, key, CHECKS_A_MINUTE, 'TOO_MANY_LOOKUPS');
    const isRight = await isPassword(pwd, hash, isKnown ? 'first' : 'last');
    if (!isRight) throw new Refusal('PASSWORD_WRONG');
  });
  device.remember(owner);
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
