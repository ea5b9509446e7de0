import { CODES } from '@webpay/contract/codes';
import type { PasswordRule } from '@webpay/contract/password-rules';
import { CallRefused } from '../../../api/failure.ts';
import type { MessageId, TextValues } from '../../../i18n/text.tsx';
import { type FieldName, RULE_TEXTS } from './access-rules.ts';

/** Message of a refusal and the field that shows it. */
export type Refusal = {
  readonly field: FieldName;
  readonly text: MessageId;
  readonly values?: TextValues;
};

const REFUSALS: ReadonlyMap<number, Refusal> = new Map([
  [CODES.PASSWORD_WRONG, { field: 'current', text: 'error.20002' }],
  [CODES.SAME_PASSWORD, { field: 'pwd', text: 'error.10073' }],
  [CODES.PASSWORDS_DIFFER, { field: 'repeat', text: 'error.20015' }],
  [CODES.IMAGE_CODE_REQUIRED, { field: 'picture', text: 'error.20003' }],
  [CODES.WRONG_IMAGE_CODE, { field: 'picture', text: 'error.10007' }],
  [CODES.TOO_MANY_MAIL_CODES, { field: 'code', text: 'error.10038' }],
  [CODES.MAIL_NOT_SENT, { field: 'code', text: 'error.10004' }],
]);

/** Maps a failure to a field; null when it belongs to none. */
export function refusalOf(failure: unknown): Refusal | null {
  if (!(failure instanceof CallRefused)) return null;
  if (failure.code === CODES.PASSWORD_RULE) return { field: 'pwd', text: ruleText(failure.result) };
  if (failure.code === CODES.WRONG_MAIL_CODE) return wrongCode(failure.result);
  return REFUSALS.get(failure.code) ?? null;
}

function ruleText(result: unknown): MessageId {
  const rule = fieldOf(result, 'rule');
  return isRule(rule) ? RULE_TEXTS[rule] : 'error.20014';
}

const isRule = (rule: unknown): rule is PasswordRule =>
  typeof rule === 'string' && Object.hasOwn(RULE_TEXTS, rule);

function wrongCode(result: unknown): Refusal {
  const left = fieldOf(result, 'tries_left');
  if (typeof left !== 'number') return { field: 'code', text: 'error.10067' };
  if (left < 1) return { field: 'code', text: 'access.code_used_up' };
  return { field: 'code', text: 'access.code_wrong', values: { left } };
}

/** Reads a value from `result`, whose shape depends on the refusal. */
export function fieldOf(result: unknown, name: string): unknown {
  if (typeof result !== 'object' || result === null) return undefined;
  return new Map<string, unknown>(Object.entries(result)).get(name);
}
