import type { CallResult } from '@webpay/contract/calls';
import { CODES } from '@webpay/contract/codes';
import { CallRefused } from '../../api/failure.ts';
import type { UserInfo } from '../../browser/storage.ts';

/** State of the look-up for the ID in the field. */
export type Lookup =
  | { readonly state: 'idle' }
  | { readonly state: 'checking' }
  | { readonly state: 'found'; readonly found: UserInfo }
  | { readonly state: 'otherGame'; readonly code: string; readonly name: string }
  | { readonly state: 'failed'; readonly failure: unknown };

export function lookupOf(result: CallResult<'role'>): Lookup {
  if ('redirect' in result) {
    const { website_code: code, name } = result.redirect;
    return { state: 'otherGame', code, name };
  }
  return { state: 'found', found: result };
}

/** Extra fields that a look-up requires. */
export type Asks = { readonly password: boolean; readonly picture: boolean };

const PASSWORD_CODES: readonly number[] = [CODES.PASSWORD_REQUIRED, CODES.PASSWORD_WRONG];
const PICTURE_CODES: readonly number[] = [CODES.IMAGE_CODE_REQUIRED, CODES.WRONG_IMAGE_CODE];

/** Extra fields after this look-up; a required field stays. */
export function asksAfter(before: Asks, lookup: Lookup): Asks {
  const code = codeOf(lookup) ?? 0;
  return {
    password: before.password || PASSWORD_CODES.includes(code),
    picture: before.picture || PICTURE_CODES.includes(code),
  };
}

export function codeOf(lookup: Lookup): number | null {
  return lookup.state === 'failed' && lookup.failure instanceof CallRefused
    ? lookup.failure.code
    : null;
}

/** Refusals that only another ID can fix. */
export function blamesTheId(lookup: Lookup): boolean {
  const code = codeOf(lookup);
  return code === CODES.NO_SUCH_CHARACTER || code === CODES.PARAMETER_ERROR;
}
