import { call } from '../../../api/call.ts';
import { type AccessKind, type Character, purposeOf, type Values } from './access-rules.ts';

/** Answer to an image code and the browser's work for it, where one was required. */
export type Proof = {
  readonly v_code?: string;
  readonly v_code_md5?: string;
  readonly v_code_work?: string;
};

// A missing network leaves the dialog open instead of switching to the offline page.
const STAY = { background: true };

const namesOf = ({ pr_id, server_id, cid }: Character) => ({ pr_id, server_id, cid });

/** Requests the in-game mail with the code. @returns ms until the next may be requested */
export async function sendMail(
  kind: AccessKind,
  character: Character,
  proof: Proof,
): Promise<number> {
  // A player who forgot the password has no session, so the call names the character.
  const who = kind === 'reset' ? namesOf(character) : {};
  const sent = await call('mailCode', { purpose: purposeOf(kind), ...who, ...proof }, STAY);
  return sent.resend_after_ms;
}

export function sendForm(
  kind: AccessKind,
  character: Character,
  values: Values,
  proof: Proof,
): Promise<unknown> {
  const { code } = values;
  const fresh = { pwd: values.pwd, pwd_confirm: values.repeat };
  switch (kind) {
    case 'set':
      return call('passwordSet', { ...fresh, code, ...proof }, STAY);
    case 'change':
      return call('passwordChange', { old_pwd: values.current, ...fresh, code, ...proof }, STAY);
    case 'remove':
      return call('passwordRemove', { code, ...proof }, STAY);
    case 'device':
      return call('deviceConfirm', { code, ...proof }, STAY);
    case 'reset':
      return call('passwordReset', { ...namesOf(character), ...fresh, code, ...proof }, STAY);
  }
}
