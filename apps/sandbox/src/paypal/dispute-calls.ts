import type { FastifyInstance } from 'fastify';
import { paramOf, readBody } from '../http.ts';
import { randomId } from '../ids.ts';
import { textOf } from '../shape.ts';
import type { Capture, Dispute } from './records.ts';
import { notifyDispute, notifyReversal } from './events.ts';
import type { Paypal } from './paypal.ts';

const OUTCOMES = [
  'RESOLVED_BUYER_FAVOUR',
  'RESOLVED_SELLER_FAVOUR',
  'RESOLVED_WITH_PAYOUT',
  'CANCELED_BY_BUYER',
  'ACCEPTED',
  'DENIED',
];
const LOST = ['RESOLVED_BUYER_FAVOUR', 'RESOLVED_WITH_PAYOUT', 'ACCEPTED'];

/** Sandbox controls, not part of PayPal: a payer opens a dispute, PayPal decides it. */
export function serveDisputes(app: FastifyInstance, paypal: Paypal): void {
  const { store } = paypal.ctx;

  app.post('/paypal/disputes', (request, reply) => {
    const body = readBody(request);
    const several = body['capture_ids'];
    const ids: readonly unknown[] = Array.isArray(several) ? several : [body['capture_id']];
    const captures = ids.flatMap((id) => paypal.captures.get(textOf(id) ?? '') ?? []);
    if (captures.length === 0 || captures.length < ids.length)
      return reply.code(404).send({ error: 'no such capture' });
    if (captures.some(({ isDisputed }) => isDisputed))
      return reply.code(409).send({ error: 'the capture is disputed already' });
    const dispute: Dispute = {
      id: `PP-D-${randomId(8).toUpperCase()}`,
      captureIds: captures.map(({ id }) => id),
      status: 'OPEN',
      outcome: null,
      openedAt: Date.now(),
    };
    store.commit([
      paypal.disputes.put(dispute.id, dispute),
      ...captures.map((each) => paypal.captures.put(each.id, { ...each, isDisputed: true })),
      ...notifyDispute(paypal, dispute, captures),
    ]);
    return reply.code(201).send(dispute);
  });

  app.post('/paypal/reversals', (request, reply) => {
    const body = readBody(request);
    const capture = paypal.captures.get(textOf(body['capture_id']) ?? '');
    if (!capture) return reply.code(404).send({ error: 'no such capture' });
    // Reported although no money moved.
    const isSlip = body['is_slip'] === true;
    const gone: Capture = {
      ...capture,
      isDisputed: true,
      status: 'REFUNDED',
      reason: 'CHARGEBACK',
      updatedAt: Date.now(),
    };
    store.commit([
      ...(isSlip ? [] : [paypal.captures.put(capture.id, gone)]),
      ...notifyReversal(paypal, capture),
    ]);
    return reply.code(201).send({ capture_id: capture.id });
  });

  app.post('/paypal/disputes/:id', (request, reply) => {
    const dispute = paypal.disputes.get(paramOf(request, 'id'));
    const captures = dispute?.captureIds.flatMap((id) => paypal.captures.get(id) ?? []) ?? [];
    if (!dispute) return reply.code(404).send({ error: 'no such dispute' });
    if (dispute.status === 'RESOLVED')
      return reply.code(409).send({ error: 'the dispute is over' });
    const body = readBody(request);
    const outcome = OUTCOMES.find((known) => known === body['outcome']);
    if (outcome === undefined) {
      return reply.code(400).send({ error: `outcome must be one of ${OUTCOMES.join(', ')}` });
    }
    const resolved: Dispute = { ...dispute, status: 'RESOLVED', outcome };
    store.commit([
      paypal.disputes.put(dispute.id, resolved),
      ...captures.map((each) =>
        paypal.captures.put(each.id, { ...each, isDisputed: LOST.includes(outcome) }),
      ),
      ...notifyDispute(paypal, resolved, captures),
    ]);
    return reply.send(resolved);
  });
}
