import { CODES } from '@webpay/contract/codes';
import type { MessageId } from '../../i18n/text.tsx';
import { type Asks, blamesTheId, codeOf, type Lookup } from './lookup.ts';
import type { Entered } from './use-lookup.ts';

export type ConfirmState = {
  readonly hasServer: boolean;
  readonly fits: boolean;
  readonly lookup: Lookup;
  /** Fields that the panel shows beside the ID. */
  readonly asks: Asks;
  readonly entered: Pick<Entered, 'pwd' | 'v_code'>;
};

/** Label and action of home's primary button while a character is confirmed. */
export type ConfirmBar =
  | { readonly action: 'chooseServer' }
  | { readonly action: 'enterId'; readonly reason: MessageId }
  | { readonly action: 'checking' }
  | { readonly action: 'unlock'; readonly reason: MessageId | null }
  | { readonly action: 'checkAgain'; readonly reason: MessageId | null }
  | { readonly action: 'leaveLink' }
  | { readonly action: 'otherGame' }
  | { readonly action: 'continue'; readonly name: string };

export function confirmBar(state: ConfirmState): ConfirmBar {
  const { lookup } = state;
  if (!state.hasServer) return { action: 'chooseServer' };
  if (!state.fits) return { action: 'enterId', reason: 'home.enter_id_first' };
  if (lookup.state === 'found') return { action: 'continue', name: lookup.found.role.name };
  if (lookup.state === 'otherGame') return { action: 'otherGame' };
  if (lookup.state === 'failed') {
    if (codeOf(lookup) === CODES.ALREADY_LINKED) return { action: 'leaveLink' };
    if (blamesTheId(lookup)) return { action: 'enterId', reason: 'home.invalid_cid' };
    const { asks, entered } = state;
    const reason = asks.picture && entered.v_code === '' ? 'error.20003' : null;
    if (!asks.password) return { action: 'checkAgain', reason };
    return {
      action: 'unlock',
      reason: entered.pwd === '' ? 'home.enter_password_first' : reason,
    };
  }
  return { action: 'checking' };
}
