import { brokenPasswordRule } from '@webpay/contract/password-rules';
import { Refusal } from '../../errors.ts';

/** Wrong passwords or codes of a character before the next needs an image code (contract §3). */
export const FREE_ATTEMPTS = 3;
/** Wrong attempts expire after this time without another one. */
export const ATTEMPTS_RETAINED_MS = 3_600_000;
/** Wrong passwords a character and minute (contract §2); a right one with an image code passes. */
export const WRONG_A_MINUTE = 10;
/** Passwords a network and minute before each needs an image code. */
export const FREE_PASSWORDS_A_MINUTE = 30;

export const MAIL_CODE_LIFE_MS = 600_000;
export const IMAGE_CODE_LIFE_MS = 300_000;

/** Attempts at a code for networks that did not request it, so that they cannot use all five. */
export const ATTEMPTS_OF_OTHERS = 2;
export const MAIL_CODE_ATTEMPTS = 5;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Mails with a code per character (contract §2), at LIMIT_SCALE 1. */
export const MAILS_A_MINUTE = 1;
export const MAILS_AN_HOUR = 5;

/**
 * Time until the next mail may be sent, ms; 0: now.
 * @param before mails that fill the limit of the minute and of the hour; null: below the limit
 */
export function mailWait(
  before: { readonly of_minute: Date | null; readonly of_hour: Date | null },
  nowMs: number,
): number {
  const ends = [
    before.of_minute === null ? 0 : before.of_minute.getTime() + MINUTE_MS,
    before.of_hour === null ? 0 : before.of_hour.getTime() + HOUR_MS,
  ];
  return Math.max(0, ...ends.map((end) => end - nowMs));
}

export type NewPassword = { readonly pwd: string; readonly pwd_confirm: string };

/** V01, V02; costs no code attempt. @throws Refusal PASSWORD_RULE with `rule`, PASSWORDS_DIFFER */
export function checkNewPassword({ pwd, pwd_confirm }: NewPassword): void {
  const rule = brokenPasswordRule(pwd);
  if (rule !== null) throw new Refusal('PASSWORD_RULE', { rule });
  if (pwd !== pwd_confirm) throw new Refusal('PASSWORDS_DIFFER');
}
