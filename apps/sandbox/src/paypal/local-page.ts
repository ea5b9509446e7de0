import type { FastifyInstance } from 'fastify';
import { isFormPost, paramOf, readBody } from '../http.ts';
import { escapeHtml, sendPage } from '../pages.ts';
import type { Change } from '../store.ts';
import { minorOf, valueOf } from './amounts.ts';
import { returnUrl, reversalJob } from './approve.ts';
import { completeOrder } from './capture-order.ts';
import { notifyCapture, notifyOrder } from './events.ts';
import type { Paypal } from './paypal.ts';
import type { LocalSource, Order } from './records.ts';

/** The payer's acts on the page of iDEAL or BLIK; the README lists them. */
const RESULTS = [
  'approve',
  'reject',
  'leave',
  'approve_and_stay',
  'approve_slowly',
  'approve_reversed',
  'approve_late',
  'approve_other_sum',
  'expire',
] as const;
type Result = (typeof RESULTS)[number];

/** After these the payer stays, and never comes back to the shop. */
const STAYS: ReadonlySet<Result> = new Set(['approve_and_stay', 'approve_late']);
/** After these the payer comes back to the address of a cancellation. */
const LEAVES: ReadonlySet<Result> = new Set(['reject', 'leave', 'expire']);
const TAKES_MS = 3_000;

const NAMES: Readonly<Record<LocalSource, string>> = { ideal: 'iDEAL', blik: 'BLIK' };

type LocalOrder = Order & { readonly local: NonNullable<Order['local']> };

/** The page where the payer of a local method approves; never shown in a frame. */
export function serveLocalPages(app: FastifyInstance, paypal: Paypal): void {
  const find = (id: string): LocalOrder | undefined => {
    const order = paypal.orders.get(id);
    return order?.local ? { ...order, local: order.local } : undefined;
  };

  app.get('/paypal/local/:id', (request, reply) => {
    const order = find(paramOf(request, 'id'));
    if (!order) return sendPage(reply.code(404), 'paypal-gone.html', {});
    if (order.status !== 'PAYER_ACTION_REQUIRED') {
      return sendPage(reply, 'local-over.html', overOf(order));
    }
    return sendPage(reply, 'paypal-local.html', {
      name: NAMES[order.local.source],
      payer: escapeHtml(order.local.name),
      amount: escapeHtml(`${order.value} ${order.currency}`),
      brand: escapeHtml(order.brandName ?? 'the shop'),
      subject: escapeHtml(order.description ?? order.id),
    });
  });

  app.post('/paypal/local/:id', (request, reply) => {
    const order = find(paramOf(request, 'id'));
    if (!order) return reply.code(404).send({ error: 'no such payment' });
    const given = readBody(request)['result'];
    const result = RESULTS.find((each) => each === given);
    if (result === undefined) {
      return reply.code(400).send({ error: `result must be one of ${RESULTS.join(', ')}` });
    }
    const isOpen = order.status === 'PAYER_ACTION_REQUIRED';
    if (isOpen) paypal.ctx.store.commit(changesOf(paypal, order, result));
    const now = find(order.id) ?? order;
    const back = returnUrl(now, !LEAVES.has(result));
    if (!isFormPost(request)) {
      const answer = { order_id: now.id, status: now.status, returnUrl: back };
      return reply.code(isOpen ? 200 : 409).send(answer);
    }
    return STAYS.has(result) || back === null
      ? sendPage(reply, 'local-over.html', overOf(now))
      : reply.redirect(back, 303);
  });
}

function changesOf(paypal: Paypal, order: LocalOrder, result: Result): Change[] {
  const { jobs } = paypal.ctx;
  const soon = Date.now() + TAKES_MS;
  const put = (status: Order['status']): Order => ({ ...order, status, updatedAt: Date.now() });
  const approved = put('APPROVED');
  const approve = [
    paypal.orders.put(order.id, approved),
    ...notifyOrder(paypal, approved, 'CHECKOUT.ORDER.APPROVED'),
  ];
  switch (result) {
    case 'approve':
    case 'approve_and_stay':
      return [...approve, ...captureItself(paypal, approved)];
    case 'approve_other_sum': {
      const value = valueOf(minorOf(order.value, order.currency) + 100, order.currency);
      return [...approve, ...captureItself(paypal, approved, value)];
    }
    case 'reject': {
      const made = completeOrder(paypal, order, { status: 'DECLINED', reason: null });
      return [...made.changes, ...notifyCapture(paypal, made.capture)];
    }
    case 'leave':
      return [];
    case 'approve_slowly':
      return [...approve, jobs.add('paypal.completes', soon, { id: order.id })];
    case 'approve_reversed':
      return [
        ...approve,
        jobs.add('paypal.reverse', soon, { id: order.id }, reversalJob(order.id)),
      ];
    case 'approve_late':
      return [
        paypal.orders.put(order.id, put('VOIDED')),
        jobs.add('paypal.completes', soon, { id: order.id }),
      ];
    case 'expire':
      return [paypal.orders.put(order.id, put('VOIDED'))];
  }
}

/** PayPal captures an approved order of a local method by itself. */
export function captureItself(paypal: Paypal, order: Order, value = order.value): Change[] {
  if (order.captureId !== null) return [];
  const made = completeOrder(paypal, order, { status: 'COMPLETED', reason: null, value });
  return [...made.changes, ...notifyCapture(paypal, made.capture)];
}

function overOf(order: LocalOrder): Readonly<Record<string, string>> {
  const isPaid = order.status === 'COMPLETED' || order.status === 'APPROVED';
  return {
    name: NAMES[order.local.source],
    headline: isPaid ? 'This payment is done' : 'This payment is over',
    back: escapeHtml(returnUrl(order, isPaid) ?? ''),
  };
}
