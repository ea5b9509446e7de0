import { generateSync } from 'otplib';
import type { ConsoleRole } from '@webpay/contract/console/permissions';
import type { Ctx } from '../../../context.ts';
import { join, readInvitation, type Joined } from '../join.ts';
import type { Client } from '../operator.ts';
import { inviteOperator } from '../staff.ts';

export const FROM: Client = {
  address: '192.0.2.7',
  agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  requestId: 'r-1',
};
export const PASSWORD = 'a heron stands in cold water';

export type JoinedOperator = Joined & {
  readonly name: string;
  readonly secret: string;
  /** The code of the join, which counts no more. */
  readonly usedCode: string;
};

/** The code that an authenticator app shows now, or so many seconds later. */
export function codeOf(ctx: Pick<Ctx, 'clock'>, secret: string, laterS = 0): string {
  return generateSync({ secret, epoch: Math.floor(ctx.clock.real().getTime() / 1_000) + laterS });
}

/** Invites an operator. @returns the token of the link, and the secret of the one-time codes */
export async function invited(
  ctx: Ctx,
  name: string,
  roles: readonly ConsoleRole[] = ['support'],
  projects: readonly string[] = [],
): Promise<{ readonly token: string; readonly secret: string }> {
  const made = await inviteOperator(ctx, { name, roles, projects, by: 'test' });
  if (made.kind === 'refused') throw new Error(made.why);
  const token = made.address.split('#')[1] ?? '';
  const invitation = await readInvitation(ctx, { token });
  if ('refused' in invitation) throw new Error(invitation.refused.detail);
  return { token, secret: invitation.secret };
}

/** An operator who has joined with `PASSWORD`, and the session of it. */
export async function joinedOperator(
  ctx: Ctx,
  name: string,
  roles: readonly ConsoleRole[] = ['support'],
): Promise<JoinedOperator> {
  const { token, secret } = await invited(ctx, name, roles);
  const code = codeOf(ctx, secret);
  const joined = await join(ctx, { token, password: PASSWORD, code }, FROM);
  if ('refused' in joined) throw new Error(joined.refused.detail);
  return { ...joined, name, secret, usedCode: code };
}
