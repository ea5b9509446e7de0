import type { DropinState } from '../payermax/use-dropin.ts';
import type { Channel } from '@webpay/contract/calls';
import type { Problem } from './problem.ts';
import type { MessageId } from '../../../i18n/text.tsx';

export type PayState = {
  readonly isOnline: boolean;
  readonly hasTotal: boolean;
  readonly ways: 'loading' | 'failed' | 'ready';
  readonly method: Channel['method'] | null;
  readonly problem: Problem['kind'] | null;
  /** order/create has answered for the chosen method. */
  readonly isOpened: boolean;
  readonly form: DropinState;
};

/** Reason that blocks Pay, as shown on the button; null when it can be pressed. */
export function payBlock(state: PayState): MessageId | null {
  if (!state.isOnline) return 'app.offline_reason';
  if (!state.hasTotal || state.ways === 'loading') return 'payment.preparing';
  if (state.method === null) return 'payment.choose_method';
  if (state.problem === 'stopped') return 'payment.stopped';
  if (state.problem === 'picture') return 'error.20003';
  if (state.problem !== null && state.problem !== 'reported') return 'payment.order_failed';
  if (state.method !== 'card') return null;
  return state.isOpened && state.form === 'ready' ? null : 'payment.card_loading';
}
