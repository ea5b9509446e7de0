import { NOT_SENT, type Gateway, type GuardedGateway } from './port.ts';
import type { CallEnd, Circuit } from '../platform/resilience/circuits.ts';

/**
 * A gateway behind its circuit. A call that is not sent gets a definite result, never an
 * indeterminate payment: an unsent refund is one the gateway does not know.
 */
export function guardGateway(gateway: Gateway, circuit: Circuit): GuardedGateway {
  async function guarded<T extends { readonly kind: string }>(
    call: () => Promise<T>,
    notSent: T,
  ): Promise<T> {
    if (!circuit.enter()) return notSent;
    let end: CallEnd = 'failed';
    try {
      const result = await call();
      end = result.kind === 'indeterminate' || result.kind === 'silent' ? 'failed' : 'answered';
      return result;
    } finally {
      circuit.leave(end);
    }
  }
  const indeterminate = { kind: 'indeterminate', why: NOT_SENT } as const;
  return {
    ...gateway,
    isOpen: () => circuit.state() === 'open',
    open: (input) => guarded(() => gateway.open(input), { kind: 'silent', why: NOT_SENT }),
    submit: (input) =>
      guarded(() => gateway.submit(input), { kind: 'refused', code: NOT_SENT, switchOff: false }),
    query: (attempt) => guarded(() => gateway.query(attempt), indeterminate),
    refund: (input) => guarded(() => gateway.refund(input), { kind: 'not_found' }),
    queryRefund: (input) => guarded(() => gateway.queryRefund(input), indeterminate),
    findRefund: (input) => guarded(() => gateway.findRefund(input), indeterminate),
    queryCapture: (payment) => guarded(() => gateway.queryCapture(payment), indeterminate),
  };
}
