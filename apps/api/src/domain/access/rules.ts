import type { MailPurpose } from '@webpay/contract/access-shapes';
import { brokenPasswordRule } from '@webpay/contract/password-rules';
import { Refusal } from '../../errors.ts';
import { isCommonPassword } from './common-passwords.ts';

export const MAIL_CODE_LIFE_MS = 600_000;
export const IMAGE_CODE_LIFE_MS = 300_000;

/** Attempts at a code (contract §3); `ofOthers` from networks that did not request it, so that they cannot use all. */
export function codeAttempts(purpose: MailPurpose): {
  readonly all: number;
  readonly ofOthers: number;
} {
  return purpose === 'pwd_reset' ? { all: 3, ofOthers: 1 } : { all: 5, ofOthers: 2 };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Wrong passwords or codes before the next needs an image code (contract §3). */
export const FREE_GUESSES = 3;
/** Passwords of a network a minute before each needs an image code; known devices are exempt. */
export const FREE_PASSWORDS_A_MINUTE = 30;
/** Checked passwords a minute of a character, for strangers and for its known devices each; right ones count, too. */
export const CHECKS_A_MINUTE = 60;

/** Growing waits after wrong guesses (docs/decisions/0035): each doubles the last one. */
export type Waits = {
  /** Wrong guesses before the first wait, at LIMIT_SCALE 1. */
  readonly free: number;
  readonly firstMs: number;
  readonly longestMs: number;
  /** The count ends this long after its first or last guess. */
  readonly keptMs: number;
  readonly keptFrom: 'first' | 'last';
};

/** Two mails of three attempts. */
const CODE_WAITS = {
  free: 6,
  firstMs: 15 * MINUTE_MS,
  longestMs: 6 * HOUR_MS,
  keptMs: 24 * HOUR_MS,
  keptFrom: 'last',
} as const satisfies Waits;

export const WAITS = {
  access: {
    free: 5,
    firstMs: 30_000,
    longestMs: HOUR_MS,
    keptMs: 24 * HOUR_MS,
    keptFrom: 'last',
  },
  reset: CODE_WAITS,
  device: CODE_WAITS,
  /** Short, and begun anew each hour, because a mobile carrier is one network. */
  network: {
    free: 60,
    firstMs: 1_000,
    longestMs: MINUTE_MS,
    keptMs: HOUR_MS,
    keptFrom: 'first',
  },
} as const satisfies Record<string, Waits>;

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
  const rule = brokenPasswordRule(pwd) ?? (isCommonPassword(pwd) ? 'too_common' : null);
  if (rule !== null) throw new Refusal('PASSWORD_RULE', { rule });
  if (pwd !== pwd_confirm) throw new Refusal('PASSWORDS_DIFFER');
}
