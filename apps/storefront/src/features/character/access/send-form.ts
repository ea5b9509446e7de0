import { call } from '../../../api/call.ts';
import type { AccessKind, Values } from './access-rules.ts';
import type { Character } from './character.ts';

/** What was read in a picture, where one was asked for. */
export type Proof = { readonly v_code?: string; readonly v_code_md5?: string };

// Without a network the dialog stays, with what was typed in it; no other page takes its place.
const STAY = { background: true };

/** Asks for the in-game mail with the code. @returns after how many ms the next may be asked for */
export async function sendMail(
  kind: AccessKind,
  character: Character,
  proof: Proof,
): Promise<number> {
  const { pr_id, server_id, cid } = character;
  // Who forgot the password has no session: the character is named.
  const who = kind === 'reset' ? { pr_id, server_id, cid } : {};
  const sent = await call('mailCode', { purpose: `pwd_${kind}`, ...who, ...proof }, STAY);
  return sent.resend_after_ms;
}

export async function sendForm(
  kind: AccessKind,
  character: Character,
  values: Values,
  proof: Proof,
): Promise<void> {
  const { pr_id, server_id, cid } = character;
  const { code } = values;
  const fresh = { pwd: values.pwd, pwd_confirm: values.repeat };
  switch (kind) {
    case 'set':
      await call('passwordSet', { ...fresh, code, ...proof }, STAY);
      return;
    case 'change':
      await call('passwordChange', { old_pwd: values.current, ...fresh, code, ...proof }, STAY);
      return;
    case 'remove':
      await call('passwordRemove', { code, ...proof }, STAY);
      return;
    case 'reset':
      await call('passwordReset', { pr_id, server_id, cid, ...fresh, code, ...proof }, STAY);
      return;
    default: {
      const never: never = kind;
      throw new Error(`unknown dialog ${String(never)}`);
    }
  }
}
