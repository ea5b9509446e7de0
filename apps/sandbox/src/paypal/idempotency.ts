import type { FastifyRequest } from 'fastify';
import type { Change } from '../store.ts';
import { header } from '../http.ts';
import { badRequest, type PaypalError } from './errors.ts';
import type { Paypal } from './paypal.ts';

/**
 * Result of the first request under an id: a resource (in its current state) or a fixed refusal.
 */
export type FirstResult = {
  readonly at: number;
  readonly resource: string | null;
  readonly refusal: PaypalError | null;
};

const HOUR_MS = 3_600_000;
export const ORDERS_KEPT_MS = 6 * HOUR_MS;
export const PAYMENTS_KEPT_MS = 45 * 24 * HOUR_MS;

const LONGEST = 108;

/** `PayPal-Request-Id`, scoped to its call; null when absent. */
export function readRequestId(request: FastifyRequest, call: string): string | null | PaypalError {
  const id = header(request, 'paypal-request-id');
  if (id === undefined || id === '') return null;
  return id.length > LONGEST
    ? badRequest('INVALID_STRING_LENGTH', 'PayPal-Request-Id')
    : `${call}|${id}`;
}

export function findFirst(
  paypal: Paypal,
  key: string | null,
  keptMs: number,
): FirstResult | undefined {
  const first = key === null ? undefined : paypal.firstResults.get(key);
  return first && first.at + keptMs > Date.now() ? first : undefined;
}

export function noteResource(paypal: Paypal, key: string | null, resource: string): Change[] {
  return note(paypal, key, { at: Date.now(), resource, refusal: null });
}

export function noteRefusal(paypal: Paypal, key: string | null, refusal: PaypalError): Change[] {
  return note(paypal, key, { at: Date.now(), resource: null, refusal });
}

function note(paypal: Paypal, key: string | null, result: FirstResult): Change[] {
  return key === null ? [] : [paypal.firstResults.put(key, result)];
}
