import type { ConsoleRole } from '@webpay/contract/console/permissions';
import type { Ctx } from '../../apps/api/src/context.ts';
import { signInByLink } from '../../apps/api/src/domain/operators/sign-in.ts';
import { signInToSandbox } from '../../apps/api/src/domain/operators/sandbox-operator.ts';

/** A one-time link of the sandbox's operator of a role, as `npm run operator -- sign-in` prints it. */
export async function signInLink(ctx: Ctx, role: ConsoleRole): Promise<string> {
  const made = await signInToSandbox(ctx, { role, by: 'test' });
  if (made.kind === 'refused') throw new Error(`no sign-in: ${made.why}`);
  return made.address;
}

/** Opens a session of the console. @returns its token */
export async function consoleToken(ctx: Ctx, role: ConsoleRole): Promise<string> {
  const from = { address: '192.0.2.1', agent: 'test', requestId: 'test' };
  const token = tokenIn(await signInLink(ctx, role));
  const signedIn = await signInByLink(ctx, { token }, from);
  if ('refused' in signedIn) throw new Error(`no session: ${signedIn.refused.code}`);
  return signedIn.token;
}

/** The token in a link's address. */
export function tokenIn(address: string): string {
  return new URL(address).hash.slice(1);
}

/** Headers of a changing request from a page of the console. */
export const FROM_CONSOLE = {
  'content-type': 'application/json',
  'x-console': '1',
  'sec-fetch-site': 'same-origin',
} as const;
