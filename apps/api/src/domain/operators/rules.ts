import { CONSOLE_ROLES, type ConsoleRole } from '@webpay/contract/console/permissions';
import { isCommonPassword } from '../access/common-passwords.ts';
import type { Waits } from '../access/rules.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A session ends after this time, however it is used. */
export const SESSION_LIFE_MS = 12 * HOUR_MS;
/** An unused session ends earlier. */
export const SESSION_IDLE_MS = 30 * MINUTE_MS;
/** A use is recorded once in this time: one write a minute instead of one per call. */
export const SEEN_EVERY_MS = MINUTE_MS;
export const CHALLENGE_LIFE_MS = 5 * MINUTE_MS;
export const LINK_LIFE_MS = { join: 24 * HOUR_MS, sign_in: 15 * MINUTE_MS } as const;
export type LinkKind = keyof typeof LINK_LIFE_MS;

/** A person may sign in at the provider, with a second factor, within this time. */
export const VISIT_LIFE_MS = 10 * MINUTE_MS;
export const MAX_PASSKEYS = 20;
export const RECOVERY_CODES = 10;

/** Growing waits after wrong tries, in the manner of access passwords (docs/decisions/0035). */
export const SIGN_IN_WAITS = {
  /** Tries of a name from one network, so that strangers elsewhere lock nobody out. */
  name: { free: 5, firstMs: 30_000, longestMs: HOUR_MS, keptMs: 24 * HOUR_MS, keptFrom: 'last' },
  /** Tries of a network. An office is one. */
  network: {
    free: 30,
    firstMs: 1_000,
    longestMs: 5 * MINUTE_MS,
    keptMs: HOUR_MS,
    keptFrom: 'first',
  },
} as const satisfies Record<string, Waits>;

const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._@-]{0,62}[\p{L}\p{M}\p{N}])?$/u;

/** The name of an operator in its stored form; null: not a name. */
export function readName(text: string): string | null {
  const name = text.normalize('NFKC').trim();
  return NAME.test(name) && name.length <= 64 ? name : null;
}

/** Names with the same key are one name. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

/** Roles of a list like `support,finance`, each once; null: one is unknown, or the list is empty. */
export function readRoles(text: string): readonly ConsoleRole[] | null {
  const given = new Set(text.split(',').map((role) => role.trim()));
  const roles = CONSOLE_ROLES.filter((role) => given.has(role));
  return roles.length === given.size ? roles : null;
}

const SHORTEST = 12;
const LONGEST = 200;

/** Why a password cannot be an operator's: a sentence; null: it can. */
export function passwordFault(password: string, name: string): string | null {
  const text = password.normalize('NFKC');
  const count = Array.from(text).length;
  if (count < SHORTEST) return `A password has at least ${SHORTEST} characters.`;
  if (count > LONGEST) return `A password has at most ${LONGEST} characters.`;
  if (new Set(text).size < 5) return 'A password has at least five different characters.';
  if (isMostlyCommon(text))
    return 'This password is one of the most common ones, or a longer form.';
  const key = nameKey(name);
  if (key.length >= 4 && text.toLowerCase().includes(key)) {
    return 'A password does not contain the name.';
  }
  return null;
}

/** Common passwords are shorter, and people make them long by a few characters more. */
function isMostlyCommon(text: string): boolean {
  for (let length = Math.ceil((text.length * 2) / 3); length <= text.length; length += 1) {
    if (isCommonPassword(text.slice(0, length))) return true;
  }
  return false;
}

/** Without letters that look like digits. */
const CODE_LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const CODE_GROUPS = 4;

/** A recovery code of 16 letters, 79 bits, as `abcd-efgh-jkmn-pqrs`. */
export function newRecoveryCode(randomBytes: (size: number) => Buffer): string {
  const fair = 256 - (256 % CODE_LETTERS.length);
  let code = '';
  while (code.length < CODE_GROUPS * 4) {
    for (const byte of randomBytes(32)) {
      if (byte < fair && code.length < CODE_GROUPS * 4) {
        code += CODE_LETTERS[byte % CODE_LETTERS.length];
      }
    }
  }
  return (code.match(/.{4}/g) ?? []).join('-');
}

/** A typed code: six digits of the app, or the letters of a recovery code. */
export function readCode(typed: string): {
  readonly kind: 'app' | 'recovery';
  readonly text: string;
} {
  const text = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  return { kind: /^\d{6}$/.test(text) ? 'app' : 'recovery', text };
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** The browser of a User-Agent in words, such as `Firefox on Windows`. */
export function browserOf(agent: string): string {
  const find = (list: typeof BROWSERS) => list.find(([form]) => form.test(agent))?.[1];
  const browser = find(BROWSERS) ?? 'Unknown browser';
  const system = find(SYSTEMS);
  return system === undefined ? browser : `${browser} on ${system}`;
}
