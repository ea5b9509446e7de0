import type { FastifyInstance } from 'fastify';
import { readBody } from '../http.ts';
import { browserFile, escapeHtml, sendPage } from '../pages.ts';
import { fieldsOf, textOf } from '../shape.ts';
import { approveOrder, FUNDINGS, returnUrl } from './approve.ts';
import { MERCHANTS, PAYER } from './merchant.ts';
import type { Paypal } from './paypal.ts';
import type { Order } from './records.ts';

/** PayPal tells its payer on this page whether the shop keeps the wallet. */
function nextTime({ keeps, isSaved, brandName }: Order): string {
  const shop = brandName ?? 'the shop';
  if (isSaved === true) return `${shop} pays with the PayPal that it has saved`;
  return keeps === undefined
    ? `PayPal asks you again: ${shop} does not save it`
    : `${shop} saves PayPal, and may charge it without this page`;
}

/** PayPal's pages for payers: the buttons' script and the approval page. */
export function serveApproval(app: FastifyInstance, paypal: Paypal): void {
  app.get('/paypal/sdk/js', (request, reply) => {
    const clientId = fieldsOf(request.query)['client-id'];
    if (Object.values(MERCHANTS).every((each) => each.clientId !== clientId)) {
      return reply.code(400).type('text/plain').send('client-id not recognized');
    }
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(browserFile('paypal-sdk.js'));
  });

  app.get('/paypal/checkoutnow', (request, reply) => {
    const query = fieldsOf(request.query);
    const token = textOf(query['token']);
    const isPopup = query['popup'] === '1';
    // The buttons open the window inside the click, before the order exists.
    if (token === undefined && isPopup) return sendPage(reply, 'paypal-wait.html', {});
    const order = paypal.orders.get(token ?? '');
    if (!order) return sendPage(reply.code(404), 'paypal-gone.html', {});
    return sendPage(reply, 'paypal-approve.html', {
      order: escapeHtml(order.id),
      brand: escapeHtml(order.brandName ?? 'the shop'),
      description: escapeHtml(order.description ?? order.invoiceId ?? order.id),
      amount: escapeHtml(`${order.value} ${order.currency}`),
      payer: escapeHtml(PAYER.email_address),
      next: escapeHtml(nextTime(order)),
      payerId: PAYER.payer_id,
      cancel: escapeHtml(returnUrl(order, false) ?? ''),
      popup: isPopup ? '1' : '',
      state: order.status,
    });
  });

  app.post('/paypal/approve', (request, reply) => {
    const body = readBody(request);
    const order = paypal.orders.get(textOf(body['order_id']) ?? '');
    if (!order) return reply.code(404).send({ error: 'no such order' });
    const wish = body['funding'] ?? 'balance';
    const funding = FUNDINGS.find((known) => known === wish);
    if (!funding) {
      return reply.code(400).send({ error: `funding must be one of ${FUNDINGS.join(', ')}` });
    }
    const approved = approveOrder(paypal, order, funding);
    if (typeof approved === 'string') return reply.code(409).send({ error: approved });
    return reply.send({
      order_id: approved.id,
      status: approved.status,
      payer_id: PAYER.payer_id,
      return_url: returnUrl(approved, true),
    });
  });
}
