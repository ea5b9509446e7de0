import type { MailPurpose } from '@webpay/contract/access-shapes';
import type { Ctx } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { giveMailCodeBack, tryMailCode } from './codes-sql.ts';
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

export type TakenMailCode = { readonly n: number };

/**
 * Uses a mail's code up; a wrong one costs one of its tries.
 * @throws Refusal WRONG_MAIL_CODE with `tries_left`
 */
export async function takeMailCode(
  ctx: Ctx,
  owner: {
    readonly playerId: number;
    readonly purpose: MailPurpose;
    /** Who tries, as limits count them. */
    readonly network: string;
  },
  code: string,
): Promise<TakenMailCode> {
  const tried = await ctx.db.maybe(tryMailCode, [
    owner.playerId,
    owner.purpose,
    mailCodeHash(ctx, code.trim(), owner),
    ctx.clock.now(),
    networkHash(ctx, owner.network),
    MAIL_CODE_TRIES,
    TRIES_OF_OTHERS,
  ]);
  if (tried?.is_right === true) return { n: tried.n };
  throw new Refusal('WRONG_MAIL_CODE', { tries_left: tried?.tries_left ?? 0 });
}

/** What came with a right code cannot be done: the code is good for another try. */
export async function returnMailCode(ctx: Ctx, { n }: TakenMailCode): Promise<void> {
  await ctx.db.run(giveMailCodeBack, [n]);
}
