/** V01: rules of an access password. The page shows them during input, the server enforces them. */

export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 20;

/** A rule that the page can check. */
export type FormRule = 'space' | 'too_short' | 'too_long' | 'too_simple';
/** `result.rule` of 20014. Only the server has the list of common passwords. */
export type PasswordRule = FormRule | 'too_common';

/** The first broken rule, in the order of the texts; null: none. */
export function brokenPasswordRule(password: string): FormRule | null {
  // A letter outside the basic plane counts once.
  const length = Array.from(password).length;
  if (/\s/u.test(password)) return 'space';
  if (length < PASSWORD_MIN) return 'too_short';
  if (length > PASSWORD_MAX) return 'too_long';
  return kindsIn(password) < 2 ? 'too_simple' : null;
}

/** Number of kinds among digits, letters and symbols. */
export function kindsIn(password: string): number {
  const kinds = [/\p{Nd}/u, /[\p{L}\p{M}]/u, /[^\p{Nd}\p{L}\p{M}\s]/u];
  return kinds.filter((kind) => kind.test(password)).length;
}
