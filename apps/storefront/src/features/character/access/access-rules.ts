import { brokenPasswordRule, type PasswordRule } from '@webpay/contract/password-rules';
import type { MessageId } from '../../../i18n/text.tsx';
import { plain } from '../character-id.ts';

export const CODE_DIGITS = 6;

/** What a player does with the access password (F13). */
export type AccessKind = 'set' | 'change' | 'remove' | 'reset';

export type FieldName = 'current' | 'pwd' | 'repeat' | 'picture' | 'code';
export type Values = Readonly<Record<FieldName, string>>;

export const NOTHING_TYPED: Values = { current: '', pwd: '', repeat: '', picture: '', code: '' };

/** What is asked for each, in the order in which it stands; the picture's code comes only when the server wants it. */
export const FIELDS: Readonly<Record<AccessKind, readonly FieldName[]>> = {
  set: ['pwd', 'repeat', 'code'],
  change: ['current', 'pwd', 'repeat', 'code'],
  remove: ['code'],
  reset: ['code', 'pwd', 'repeat'],
};

/** V01, to the letter. */
export const RULE_TEXTS: Readonly<Record<PasswordRule, MessageId>> = {
  space: 'access.contains_space',
  too_short: 'access.too_short',
  too_long: 'access.too_long',
  too_simple: 'access.too_simple',
};

/** No further letter mends these: they are said at once, not when the field is left. */
const SAID_AT_ONCE: readonly PasswordRule[] = ['space', 'too_long'];

/** V01, V02: what is wrong with a field as it stands; null: nothing. */
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
    default: {
      const never: never = field;
      throw new Error(`unknown field ${String(never)}`);
    }
  }
}

function newPasswordProblem({ pwd, current }: Values): MessageId | null {
  if (pwd === '') return 'access.new_missing';
  const rule = brokenPasswordRule(pwd);
  if (rule !== null) return RULE_TEXTS[rule];
  return pwd === current ? 'error.10073' : null;
}

/** What to say about a new password while it is being typed. */
export function problemAtOnce(pwd: string): MessageId | null {
  const rule = brokenPasswordRule(pwd);
  return rule !== null && SAID_AT_ONCE.includes(rule) ? RULE_TEXTS[rule] : null;
}

/** The six digits in what was typed or pasted, be it the whole mail. */
export function tidyCode(typed: string): string {
  const text = plain(typed);
  const alone = /(?<![0-9])[0-9]{6}(?![0-9])/.exec(text);
  return alone?.[0] ?? text.replaceAll(/[^0-9]/g, '').slice(0, CODE_DIGITS);
}
