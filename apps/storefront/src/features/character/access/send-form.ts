import { call } from '../../../api/call.ts';
import type { AccessKind, Character, Values } from './access-rules.ts';

/** Answer to an image code, where one was required. */
export type Proof = { readonly v_code?: string; readonly v_code_md5?: string };

// A missing network leaves the dialog open instead of switching to the offline page.
const STAY = { background: true };

/** Requests the in-game mail with the code. @returns ms until the next may be requested */
export async function sendMail(
  kind: AccessKind,
  character: Character,
  proof: Proof,
): Promise<number> {
  const { pr_id, server_id, cid } = character;
  // A player who forgot the password has no session, so the call names the character.
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
  }
}
