import { NOT_SENT, type Gateway, type GuardedGateway } from './port.ts';
import { callThrough, type Circuit } from '../platform/resilience/circuits.ts';

/**
 * A gateway behind its circuit. A call that is not sent gets a definite result, never an
 * indeterminate payment: an unsent refund is one the gateway does not know.
 */
export function guardGateway(gateway: Gateway, circuit: Circuit): GuardedGateway {
  const guarded = <T extends { readonly kind: string; readonly cause?: string }>(
    call: () => Promise<T>,
    notSent: T,
  ) => callThrough(circuit, call, notSent);
  const indeterminate = { kind: 'indeterminate', why: NOT_SENT } as const;
  const { cards } = gateway;
  return {
    ...gateway,
    cards: {
      tokenOf: (payment) => guarded(() => cards.tokenOf(payment), indeterminate),
      find: (card) => guarded(() => cards.find(card), indeterminate),
      forget: (card) => guarded(() => cards.forget(card), indeterminate),
    },
    isOpen: () => circuit.state() === 'open',
    open: (input) => guarded(() => gateway.open(input), { kind: 'silent', why: NOT_SENT }),
    submit: (input) =>
      guarded(() => gateway.submit(input), { kind: 'refused', code: NOT_SENT, cause: 'request' }),
    query: (attempt, namedRef) => guarded(() => gateway.query(attempt, namedRef), indeterminate),
    refund: (input) => guarded(() => gateway.refund(input), { kind: 'not_found' }),
    queryRefund: (input) => guarded(() => gateway.queryRefund(input), indeterminate),
    findRefund: (input) => guarded(() => gateway.findRefund(input), indeterminate),
    queryCapture: (payment) => guarded(() => gateway.queryCapture(payment), indeterminate),
  };
}
