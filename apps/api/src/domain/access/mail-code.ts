import type { MailPurpose } from '@webpay/contract/access-shapes';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { restoreMailCode, useMailCode } from './queries.ts';
import { keyedHash, keyedHashes } from './keyed-hash.ts';
import { NothingToGuess } from './guess.ts';
import { codeAttempts } from './rules.ts';

/** Largest multiple of a million in four bytes: larger numbers would favour some codes. */
const EVEN = 2 ** 32 - (2 ** 32 % 1_000_000);

/** Six digits, each code equally likely. */
export function newMailCode(ctx: Pick<Ctx, 'randomBytes'>): string {
  for (;;) {
    const number = ctx.randomBytes(4).readUInt32BE();
    if (number < EVEN) return String(number % 1_000_000).padStart(6, '0');
  }
}

export type MailCodeOwner = {
  readonly playerId: number;
  readonly purpose: MailPurpose;
  /** The caller's network, as limits count it. */
  readonly network: string;
};

/** Binds the stored code to one purpose and one character. */
export function mailCodeHash(
  ctx: Ctx,
  code: string,
  { playerId, purpose }: Omit<MailCodeOwner, 'network'>,
): Buffer {
  return keyedHash(ctx, 'mail-code', playerId, purpose, code);
}

/**
 * Consumes a mail code for `work`; a wrong code costs an attempt. When `work` throws, the code stays valid.
 * @throws Refusal WRONG_MAIL_CODE with `tries_left`, and the errors of `work`
 */
export async function withMailCode<T>(
  ctx: Ctx,
  owner: MailCodeOwner,
  code: string,
  work: () => Promise<T>,
): Promise<T> {
  const { all, ofOthers } = codeAttempts(owner.purpose);
  const attempt = await ctx.db.maybe(useMailCode, {
    playerId: owner.playerId,
    purpose: owner.purpose,
    codeHashes: keyedHashes(ctx, 'mail-code', owner.playerId, owner.purpose, code.trim()),
    now: ctx.clock.now(),
    requestedFrom: keyedHashes(ctx, 'network', owner.network),
    maxAttempts: all,
    maxAttemptsOfOthers: ofOthers,
  });
  if (attempt === null) throw new NothingToGuess();
  if (!attempt.is_right) throw new Refusal('WRONG_MAIL_CODE', { tries_left: attempt.tries_left });
  try {
    return await work();
  } catch (error) {
    await ctx.db.run(restoreMailCode, { n: attempt.n });
    throw error;
  }
}
