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

/** What a look-up wants to be told beside the ID. */
export type Asks = { readonly password: boolean; readonly picture: boolean };

const PASSWORD_CODES: readonly number[] = [CODES.PASSWORD_REQUIRED, CODES.PASSWORD_WRONG];
const PICTURE_CODES: readonly number[] = [CODES.IMAGE_CODE_REQUIRED, CODES.WRONG_IMAGE_CODE];

/** What is asked for after this look-up: once asked for, it stays. */
export function asksAfter(before: Asks, lookup: Lookup): Asks {
  const code = codeOf(lookup) ?? 0;
  return {
    password: before.password || PASSWORD_CODES.includes(code),
    picture: before.picture || PICTURE_CODES.includes(code),
  };
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
