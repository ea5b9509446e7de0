/** V01: what an access password must be. The page shows it as it is typed, the server decides by it. */

export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 20;

/** `result.rule` of 20014. */
export type PasswordRule = 'space' | 'too_short' | 'too_long' | 'too_simple';

/** The first rule the password breaks, in the order in which the texts name them; null: none. */
export function brokenPasswordRule(password: string): PasswordRule | null {
  // As a person counts: a letter outside the basic plane is one.
  const length = Array.from(password).length;
  if (/\s/u.test(password)) return 'space';
  if (length < PASSWORD_MIN) return 'too_short';
  if (length > PASSWORD_MAX) return 'too_long';
  return kindsIn(password) < 2 ? 'too_simple' : null;
}

/** How many of digits, letters and symbols are in it. */
export function kindsIn(password: string): number {
  const kinds = [/\p{Nd}/u, /[\p{L}\p{M}]/u, /[^\p{Nd}\p{L}\p{M}\s]/u];
  return kinds.filter((kind) => kind.test(password)).length;
}
