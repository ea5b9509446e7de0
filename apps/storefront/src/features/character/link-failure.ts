import { CODES } from '@webpay/contract/codes';
import { CallRefused } from '../../api/failure.ts';
import type { MessageId } from '../../i18n/text.tsx';

/** Outcome of a link that did not open: dead with its message, or worth another attempt. */
export type LinkFailure =
  | { readonly kind: 'dead'; readonly title: MessageId }
  | { readonly kind: 'failed' };

/** An invalid link shows the text of an expired one: the next step is the same. */
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
