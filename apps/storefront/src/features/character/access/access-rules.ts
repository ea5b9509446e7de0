import type { Role } from '@webpay/contract/calls';
import { brokenPasswordRule, type PasswordRule } from '@webpay/contract/password-rules';
import type { MessageId } from '../../../i18n/text.tsx';
import { plain } from '../character-id.ts';

/** Owner of the password; the name is unknown without a session. */
export type Character = Pick<Role, 'pr_id' | 'server_id' | 'server_name' | 'cid'>;

/** Actions on the access password (F13); `device` confirms this one for saved cards. */
export type AccessKind = 'set' | 'change' | 'remove' | 'reset' | 'device';

export const purposeOf = (kind: AccessKind) =>
  kind === 'device' ? kind : (`pwd_${kind}` as const);

export type FieldName = 'current' | 'pwd' | 'repeat' | 'picture' | 'code';
export type Values = Readonly<Record<FieldName, string>>;

export const NOTHING_TYPED: Values = { current: '', pwd: '', repeat: '', picture: '', code: '' };

/** Fields of each action in display order; the image code appears on the server's request, in a reset always. */
export const FIELDS: Readonly<Record<AccessKind, readonly FieldName[]>> = {
  set: ['pwd', 'repeat', 'code'],
  change: ['current', 'pwd', 'repeat', 'code'],
  remove: ['code'],
  reset: ['code', 'pwd', 'repeat', 'picture'],
  device: ['code'],
};

export const RULE_TEXTS: Readonly<Record<PasswordRule, MessageId>> = {
  space: 'access.contains_space',
  too_short: 'access.too_short',
  too_long: 'access.too_long',
  too_simple: 'access.too_simple',
  too_common: 'access.too_common',
};

/** Rules that further typing cannot fix; reported at once, not on blur. */
const REPORTED_AT_ONCE: readonly PasswordRule[] = ['space', 'too_long'];

/** Problem of a field's value, or null (V01, V02). */
export function problemOf(field: FieldName, values: Values): MessageId | null {
  switch (field) {
    case 'current':
      return values.current === '' ? 'access.current_missing' : null;
    case 'pwd':
      return newPasswordProblem(values);
    case 'repeat':
      if (values.repeat === '') return 'access.repeat_missing';
      return values.repeat === values.pwd ? null : 'error.20015';
    case 'picture':
      return values.picture.trim() === '' ? 'error.20003' : null;
    case 'code':
      return /^[0-9]{6}$/.test(values.code) ? null : 'access.code_missing';
  }
}

function newPasswordProblem({ pwd, current }: Values): MessageId | null {
  if (pwd === '') return 'access.new_missing';
  const rule = brokenPasswordRule(pwd);
  if (rule !== null) return RULE_TEXTS[rule];
  return pwd === current ? 'error.10073' : null;
}

/** Problem of a new password that shows while it is typed. */
export function problemAtOnce(pwd: string): MessageId | null {
  const rule = brokenPasswordRule(pwd);
  return rule !== null && REPORTED_AT_ONCE.includes(rule) ? RULE_TEXTS[rule] : null;
}

/** Extracts the six digits from typed or pasted text, even from the whole mail. */
export function tidyCode(typed: string): string {
  const text = plain(typed);
  const alone = /(?<![0-9])[0-9]{6}(?![0-9])/.exec(text);
  return alone?.[0] ?? text.replaceAll(/[^0-9]/g, '').slice(0, 6);
}
