import { CODES } from '@webpay/contract/codes';
import { CallRefused } from '../../api/failure.ts';
import type { MessageId } from '../../i18n/text.tsx';

/** What became of a link that did not open: for good, in words of its own or of its code, or until another try. */
export type LinkFailure =
  | { readonly kind: 'dead'; readonly title: MessageId }
  | { readonly kind: 'failed' };

/** What is no link of this game is told like one whose time is over: the way on is the same. */
const DEAD: ReadonlyMap<number, MessageId> = new Map([
  [CODES.LINK_EXPIRED, 'error.20005'],
  [CODES.PARAMETER_ERROR, 'error.20005'],
  [CODES.MISSING_PARAMETERS, 'error.20005'],
  [CODES.NO_SUCH_ACCOUNT, 'error.10008'],
]);

export function linkFailure(failure: unknown): LinkFailure {
  const title = failure instanceof CallRefused ? DEAD.get(failure.code) : undefined;
  return title === undefined ? { kind: 'failed' } : { kind: 'dead', title };
}
