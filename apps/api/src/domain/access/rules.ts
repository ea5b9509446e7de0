import { brokenPasswordRule } from '@webpay/contract/password-rules';
import { Refusal } from '../../errors.ts';

/** Wrong passwords or codes of a character before the next needs an image code (contract §3). */
export const FREE_TRIES = 3;
/** Wrong tries are forgotten when none came for so long. */
export const TRIES_KEPT_MS = 3_600_000;
/** A character's wrong passwords a minute; more are told to wait (contract §2). The right one with its image code gets in. */
export const WRONG_A_MINUTE = 10;
/** Passwords a network may try a minute, of all characters, before each needs an image code. */
export const FREE_PASSWORDS_A_MINUTE = 30;

export const MAIL_CODE_LIFE_MS = 600_000;
export const IMAGE_CODE_LIFE_MS = 300_000;

/** Of a code's five tries, those left to a network that did not ask for it: it cannot use all of them up. */
export const TRIES_OF_OTHERS = 2;
export const MAIL_CODE_TRIES = 5;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Mails with a code, a character (contract §2), at LIMIT_SCALE 1. */
export const MAILS_A_MINUTE = 1;
export const MAILS_AN_HOUR = 5;

/**
 * How long until the next mail may be sent, in ms; 0: now.
 * @param before when the mail was sent that fills the minute, and the one that fills the hour; null: there is room
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

/**
 * V01, V02: of the new password alone, so that a slip costs no try of a code.
 * @throws Refusal PASSWORD_RULE with `rule`, PASSWORDS_DIFFER
 */
export function checkNewPassword({ pwd, pwd_confirm }: NewPassword): void {
  const rule = brokenPasswordRule(pwd);
  if (rule !== null) throw new Refusal('PASSWORD_RULE', { rule });
  if (pwd !== pwd_confirm) throw new Refusal('PASSWORDS_DIFFER');
}
