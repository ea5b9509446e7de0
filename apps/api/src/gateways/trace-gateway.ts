import type { SpanEnd, Trace } from '../platform/tracing/trace.ts';
import type { GuardedGateway, Notification, RefundInput } from './port.ts';

/**
 * A gateway whose calls are spans in the trace of their order. It gets no `traceparent`: its headers are its own protocol's.
 * Spans name the verdict alone, never a gateway's text.
 */
export function traceGateway(gateway: GuardedGateway, trace: Trace | undefined): GuardedGateway {
  if (trace === undefined) return gateway;
  const { provider, cards } = gateway;
  const call = <T extends { readonly kind: string }>(
    operation: string,
    orderId: string | null,
    work: () => Promise<T>,
  ): Promise<T> => {
    if (orderId !== null) trace.join(orderId);
    const attributes = { 'webpay.gateway': provider, 'webpay.operation': operation };
    return trace.span(
      { name: `${provider} ${operation}`, kind: 'client', attributes },
      work,
      endOf,
    );
  };
  const joinMessage = (notification: Notification | null): void => {
    const orderId = orderIdOf(notification?.attemptId ?? null);
    if (orderId !== null) trace.join(orderId);
  };
  const refund = (operation: 'refund' | 'queryRefund' | 'findRefund', input: RefundInput) =>
    call(operation, orderIdOf(input.attemptId), () => gateway[operation](input));
  return {
    ...gateway,
    cards: {
      tokenOf: (payment) =>
        call('tokenOf', orderIdOf(payment.attemptId), () => cards.tokenOf(payment)),
      find: (card) => call('find', null, () => cards.find(card)),
      forget: (card) => call('forget', null, () => cards.forget(card)),
    },
    open: (input) => call('open', input.attempt.orderId, () => gateway.open(input)),
    submit: (input) => call('submit', input.attempt.orderId, () => gateway.submit(input)),
    query: (attempt, namedRef) =>
      call('query', attempt.orderId, () => gateway.query(attempt, namedRef)),
    refund: (input) => refund('refund', input),
    queryRefund: (input) => refund('queryRefund', input),
    findRefund: (input) => refund('findRefund', input),
    queryCapture: (payment) =>
      call('queryCapture', orderIdOf(payment.attemptId), () => gateway.queryCapture(payment)),
    statement: (from, to) => call('statement', null, () => gateway.statement(from, to)),
    verifyNotification: async (body, headers) => {
      const verified = await call('verify', null, () => gateway.verifyNotification(body, headers));
      // Only a message with a valid signature names its order.
      if (verified.kind === 'verified') joinMessage(verified.notification);
      return verified;
    },
    readNotification: (body) => {
      const notification = gateway.readNotification(body);
      joinMessage(notification);
      return notification;
    },
  };
}

const UNKNOWN = new Set(['silent', 'indeterminate', 'unavailable', 'cannot_verify']);

function endOf({ kind }: { readonly kind: string }): SpanEnd {
  return { attributes: { 'webpay.verdict': kind }, isFailed: UNKNOWN.has(kind) };
}

/** The order in the number of an attempt, `A` + order + `_` + n; null for any other number. */
function orderIdOf(attemptId: string | null): string | null {
  return /^A([0-9a-z]{20})_\d{1,4}$/.exec(attemptId ?? '')?.[1] ?? null;
}
