import type { FastifyReply } from 'fastify';
import { randomId } from '../ids.ts';
import { errorBody, type PaypalError } from './errors.ts';

/** PayPal repeats its debug id in a header, for support. */
export function sendError(reply: FastifyReply, error: PaypalError): FastifyReply {
  const debugId = randomId(13);
  return reply
    .code(error.status)
    .header('paypal-debug-id', debugId)
    .send(errorBody(error, debugId));
}
