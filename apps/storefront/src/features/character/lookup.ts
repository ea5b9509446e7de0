import type { CallResult, Role } from '@webpay/contract/calls';
import { CODES } from '@webpay/contract/codes';
import { CallRefused } from '../../api/failure.ts';

export type Found = {
  readonly user_token: string;
  readonly role: Role;
  readonly has_pwd: boolean;
};

/** What is known of the character whose ID stands in the field. */
export type Lookup =
  | { readonly state: 'idle' }
  | { readonly state: 'checking' }
  | { readonly state: 'found'; readonly found: Found }
  | { readonly state: 'otherGame'; readonly code: string; readonly name: string }
  | { readonly state: 'failed'; readonly failure: unknown };

export function lookupOf(result: CallResult<'role'>): Lookup {
  if ('redirect' in result) {
    const { website_code: code, name } = result.redirect;
    return { state: 'otherGame', code, name };
  }
  return { state: 'found', found: result };
}

const PASSWORD_CODES: readonly number[] = [CODES.PASSWORD_REQUIRED, CODES.PASSWORD_WRONG];

export function wantsPassword(lookup: Lookup): boolean {
  return codeOf(lookup) !== null && PASSWORD_CODES.includes(codeOf(lookup) ?? 0);
}

/** The answer code of a refused look-up. */
export function codeOf(lookup: Lookup): number | null {
  return lookup.state === 'failed' && lookup.failure instanceof CallRefused
    ? lookup.failure.code
    : null;
}

/** Refusals that the ID itself caused: another ID helps, another try does not. */
export function blamesTheId(lookup: Lookup): boolean {
  const code = codeOf(lookup);
  return code === CODES.NO_SUCH_CHARACTER || code === CODES.PARAMETER_ERROR;
}
