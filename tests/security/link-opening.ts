import type { Code } from '@webpay/contract/codes';
import { mine } from './at-once.ts';
import { mustEqual, mustHold, mustRefuseAll } from './expect.ts';
import { call, count, type As, type Field } from './field.ts';
import type { Seen } from './wire.ts';

export const openLink = (field: Field, link: string, as: As = {}): Promise<Seen> =>
  call(field, 'link', { link }, as);

/** The session that a link opened. */
export function tokenOf({ code, text, result }: Seen): string {
  const token =
    typeof result === 'object' && result !== null && 'user_token' in result
      ? result.user_token
      : null;
  mustHold(code === 200 && typeof token === 'string', `no session: ${text.slice(0, 200)}`);
  return token;
}

export const sessionsOf = (field: Field, cid: string): Promise<number> =>
  count(field, mine('sessions'), [cid]);

/** Refused without a word about the character, who is as unknown here as before. */
export async function mustStayOut(
  field: Field,
  all: readonly Seen[],
  cid: string,
  ...codes: readonly Code[]
): Promise<string> {
  for (const { result } of all) mustEqual('told', result, null);
  mustEqual('characters', await count(field, 'players where cid = $1', [cid]), 0);
  return mustRefuseAll(all, ...codes);
}
