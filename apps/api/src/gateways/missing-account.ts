import type { Account } from './accounts.ts';
import { canCharge as canChargePayermax } from './payermax/money.ts';
import { canCharge as canChargePaypal } from './paypal/money.ts';
import { NOT_SENT, type GuardedGateway } from './port.ts';

/**
 * An account that this process does not have. It answers as behind an open circuit that never closes: nothing is sent, with
 * no account, and an unknown outcome stays unknown.
 */
export function missingAccount({ provider }: Account, report: () => void): GuardedGateway {
  const answer = async <T>(notSent: T): Promise<T> => {
    report();
    return notSent;
  };
  const indeterminate = { kind: 'indeterminate', why: NOT_SENT } as const;
  return {
    provider,
    isMissing: true,
    isOpen: () => {
      report();
      return true;
    },
    canCharge: provider === 'payermax' ? canChargePayermax : canChargePaypal,
    open: () => answer({ kind: 'silent', why: NOT_SENT }),
    submit: () => answer({ kind: 'refused', code: NOT_SENT, cause: 'request' }),
    query: () => answer(indeterminate),
    refund: () => answer(indeterminate),
    queryRefund: () => answer(indeterminate),
    findRefund: () => answer(indeterminate),
    queryCapture: () => answer(indeterminate),
    cards: {
      tokenOf: () => answer(indeterminate),
      find: () => answer(indeterminate),
      forget: () => answer(indeterminate),
    },
    statement: () => answer({ kind: 'unavailable', why: 'there is no such account' }),
    verifyNotification: () => answer({ kind: 'cannot_verify', why: 'there is no such account' }),
    readNotification: () => null,
    ack: { body: '', contentType: 'text/plain' },
  };
}
