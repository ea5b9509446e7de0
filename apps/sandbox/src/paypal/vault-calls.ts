import type { FastifyInstance } from 'fastify';
import { accountOf } from '../account.ts';
import { paramOf, readBody } from '../http.ts';
import { fieldsOf, textOf, type Fields } from '../shape.ts';
import type { Change } from '../store.ts';
import { minorOf, valueOf } from './amounts.ts';
import { clearCapture, completeOrder } from './capture-order.ts';
import { unprocessable, type PaypalError } from './errors.ts';
import { notifyCapture } from './events.ts';
import type { Paypal } from './paypal.ts';
import type { Order } from './records.ts';
import { tokenInFull } from './show.ts';
import { deleteToken, MODES, modeOf } from './vault.ts';

const NEXT = ['pays', 'asks', 'declines', 'expired', 'pends', 'other_sum'] as const;

/** Pays a new order with the kept wallet that it names, at once. @returns null: it names none */
export function payFromVault(
  paypal: Paypal,
  body: Fields,
  order: Order,
): { readonly order: Order; readonly changes: readonly Change[] } | PaypalError | null {
  if (order.keeps === 'wanted' && modeOf(paypal) === 'off') {
    return unprocessable('NOT_ENABLED_TO_VAULT_PAYMENT_SOURCE', '/payment_source/paypal');
  }
  const { vault_id: vaultId } = fieldsOf(fieldsOf(body['payment_source'])['paypal']);
  if (vaultId === undefined) return null;
  const kept = paypal.kept.get(textOf(vaultId) ?? '');
  if (!kept || accountOf(kept) !== accountOf(order))
    return unprocessable('TOKEN_ID_NOT_FOUND', '/payment_source/paypal/vault_id');
  if (order.invoiceId !== null && paypal.captureOfInvoice.has(order.invoiceId)) {
    return unprocessable('DUPLICATE_INVOICE_ID');
  }
  switch (kept.next) {
    case 'expired':
      return unprocessable('TOKEN_EXPIRED', '/payment_source/paypal/vault_id');
    case 'declines':
      return unprocessable('INSTRUMENT_DECLINED');
    case 'asks': {
      const asked = { ...order, isSaved: true } as const;
      return { order: asked, changes: [paypal.orders.put(order.id, asked)] };
    }
    case 'pends':
      return paidBy(paypal, completeOrder(paypal, order, { status: 'PENDING', reason: REVIEW }));

    case 'other_sum': {
      const value = valueOf(minorOf(order.value, order.currency) + 1, order.currency);
      return paidBy(paypal, completeOrder(paypal, order, { ...PAID, value }));
    }
    case 'pays':
      return paidBy(paypal, completeOrder(paypal, order, PAID));
  }
}

/** PayPal looks at the payment, until the control `clears` ends that. */
const REVIEW = 'PENDING_REVIEW';
const PAID = { status: 'COMPLETED', reason: null } as const;

function paidBy(paypal: Paypal, made: ReturnType<typeof completeOrder>) {
  const changes = [...made.changes, ...notifyCapture(paypal, made.capture)];
  return { order: made.completed, changes };
}

/** Sandbox controls, not part of PayPal: the account's vault, and kept wallets with their next payment. */
export function serveVaultControls(app: FastifyInstance, paypal: Paypal): void {
  app.get('/paypal/vault', () => ({ kept: [...paypal.kept.rows.values()] }));

  app.post('/paypal/vault', (request, reply) => {
    const wish = readBody(request)['mode'];
    const mode = MODES.find((each) => each === wish);
    if (!mode) return reply.code(400).send({ error: `mode must be one of ${MODES.join(', ')}` });
    paypal.ctx.store.commit([paypal.vaultMode.put('vault', { mode })]);
    return { mode };
  });

  app.post('/paypal/vault/:id', (request, reply) => {
    const kept = paypal.kept.get(paramOf(request, 'id'));
    if (!kept) return reply.code(404).send({ error: 'no such wallet' });
    const wish = readBody(request)['next'];
    if (wish === 'deleted') {
      paypal.ctx.store.commit(deleteToken(paypal, kept));
      return tokenInFull(kept);
    }
    if (wish === 'clears') {
      const held = [...paypal.captures.rows.values()].filter(
        (each) => each.reason === REVIEW && accountOf(each) === accountOf(kept),
      );
      paypal.ctx.store.commit(held.flatMap((capture) => clearCapture(paypal, capture)));
      return tokenInFull(kept);
    }
    const next = NEXT.find((each) => each === wish);
    if (!next) return reply.code(400).send({ error: `next must be one of ${NEXT.join(', ')}` });
    paypal.ctx.store.commit([paypal.kept.put(kept.id, { ...kept, next })]);
    return tokenInFull(kept);
  });
}
