import type { MailPurpose } from '@webpay/contract/access-shapes';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { giveMailCodeBack, tryMailCode } from './queries.ts';
import { keyedHash } from './keyed-hash.ts';
import { MAIL_CODE_TRIES, TRIES_OF_OTHERS } from './rules.ts';

/** Below it the numbers of four bytes are as many of every code; above, some codes would come more often. */
const EVEN = 2 ** 32 - (2 ** 32 % 1_000_000);

/** Six digits, each code as likely as any other. */
export function newMailCode(ctx: Pick<Ctx, 'randomBytes'>): string {
  for (;;) {
    const number = ctx.randomBytes(4).readUInt32BE();
    if (number < EVEN) return String(number % 1_000_000).padStart(6, '0');
  }
}

/** What is kept of it: it is of one purpose and one character from the start. */
export function mailCodeHash(
  ctx: Ctx,
  code: string,
  owner: { readonly playerId: number; readonly purpose: MailPurpose },
): Buffer {
  return keyedHash(ctx, 'mail-code', owner.playerId, owner.purpose, code);
}

export function networkHash(ctx: Ctx, network: string): Buffer {
  return keyedHash(ctx, 'network', network);
}

export type MailCodeOwner = {
  readonly playerId: number;
  readonly purpose: MailPurpose;
  /** Who tries, as limits count them. */
  readonly network: string;
};

/**
 * Uses a mail's code up for what `work` prepares; a wrong one costs one of its tries. Where the work refuses, the code is
 * good for another try: its player need not wait for the next mail.
 * @throws Refusal WRONG_MAIL_CODE with `tries_left`, and what the work throws
 */
export async function withMailCode<T>(
  ctx: Ctx,
  owner: MailCodeOwner,
  code: string,
  work: () => Promise<T>,
): Promise<T> {
  const tried = await ctx.db.maybe(tryMailCode, {
    playerId: owner.playerId,
    purpose: owner.purpose,
    codeHash: mailCodeHash(ctx, code.trim(), owner),
    now: ctx.clock.now(),
    askedFrom: networkHash(ctx, owner.network),
    maxTries: MAIL_CODE_TRIES,
    maxTriesOfOthers: TRIES_OF_OTHERS,
  });
  if (tried?.is_right !== true) {
    throw new Refusal('WRONG_MAIL_CODE', { tries_left: tried?.tries_left ?? 0 });
  }
  try {
    return await work();
  } catch (error) {
    await ctx.db.run(giveMailCodeBack, { n: tried.n });
    throw error;
  }
}
