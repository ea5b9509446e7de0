import type { FastifyInstance, FastifyRequest } from 'fastify';
import { header, paramOf, rawBody } from '../http.ts';
import type { SentEvent } from './records.ts';
import { badRequest, NOT_FOUND, sendError, UNAUTHORISED } from './errors.ts';
import { CERTIFICATE_PATH, sendEvent } from './events.ts';
import { MERCHANTS } from './merchant.ts';
import { accountOfToken } from './oauth.ts';
import type { Paypal } from './paypal.ts';
import { isEventOurs } from './verify-signature.ts';

const EVENT_TYPES = [
  'CHECKOUT.ORDER.APPROVED',
  'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'PAYMENT.REFUND.PENDING',
  'PAYMENT.REFUND.FAILED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
];

/** Webhook events and their certificate. */
export function serveNotifications(app: FastifyInstance, paypal: Paypal): void {
  const { store, keys } = paypal.ctx;
  const isCaller = (request: FastifyRequest): boolean =>
    accountOfToken(header(request, 'authorization')) !== null;

  app.get(CERTIFICATE_PATH, (_request, reply) =>
    reply.type('application/x-pem-file').send(keys.paypalCertificatePem),
  );

  app.post('/paypal/v1/notifications/verify-webhook-signature', (request, reply) => {
    if (!isCaller(request)) return sendError(reply, UNAUTHORISED);
    const isOurs = isEventOurs(paypal, rawBody(request));
    if (isOurs === null) return sendError(reply, badRequest('MISSING_REQUIRED_PARAMETER', '/'));
    return reply.send({ verification_status: isOurs ? 'SUCCESS' : 'FAILURE' });
  });

  app.get('/paypal/v1/notifications/webhooks', (request, reply) => {
    if (!isCaller(request)) return sendError(reply, UNAUTHORISED);
    return reply.send({
      webhooks: [
        {
          id: MERCHANTS.first.webhookId,
          url: paypal.ctx.paypalWebhookUrl,
          event_types: EVENT_TYPES.map((name) => ({ name })),
        },
      ],
    });
  });

  app.get('/paypal/v1/notifications/webhooks-events/:id', (request, reply) => {
    if (!isCaller(request)) return sendError(reply, UNAUTHORISED);
    const event = findEvent(paypal, request);
    return event ? reply.type('application/json').send(event.text) : sendError(reply, NOT_FOUND);
  });

  app.post('/paypal/v1/notifications/webhooks-events/:id/resend', (request, reply) => {
    if (!isCaller(request)) return sendError(reply, UNAUTHORISED);
    const event = findEvent(paypal, request);
    if (!event) return sendError(reply, NOT_FOUND);
    store.commit(sendEvent(paypal, event));
    return reply.code(202).type('application/json').send(event.text);
  });
}

function findEvent(paypal: Paypal, request: FastifyRequest): SentEvent | undefined {
  return paypal.events.get(paramOf(request, 'id'));
}
