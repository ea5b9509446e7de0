import { expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { paidOrder, paidResult } from '../../../../../tests/support/paid-order.ts';
import type { GatewayResult } from '../../gateways/port.ts';
import { receiveNotification } from './receive-notification.ts';

const { built, pool } = await builtShop(2);

/** The gateway's message of a payment of 4.99 US dollars. */
async function receive(attemptId: string, eventKey: string, changes: Partial<GatewayResult> = {}) {
  const card = { brand: 'VISA', masked: '411111******1111' };
  const result = { ...paidResult(attemptId), card, ...changes } as GatewayResult;
  const content = { attemptId, gatewayRef: null, result, update: null };
  const notification = { eventKey, eventType: 'PAYMENT', ...content };
  const payermax = {
    ...built.ctx.gateways.payermax,
    verifyNotification: async () => ({ kind: 'verified', notification }) as const,
  };
  const ctx = { ...built.ctx, gateways: { ...built.ctx.gateways, payermax } };
  expect(
    await receiveNotification(ctx, { provider: 'payermax', merchant: null }, Buffer.from('{}'), {}),
  ).toBe('stored');
  const { rows } = await pool.query<{ outcome: string | null; card: string | null }>(
    `select i.outcome, a.card_masked as card from gateway_inbox i, payment_attempts a where i.event_key = $1 and a.id = $2`,
    [eventKey, attemptId],
  );
  return rows;
}

it('[F06] a message that repeats what the answer said is stored as applied, with the card of the receipt', async () => {
  const { attemptId } = await paidOrder(pool);
  const applied = [{ outcome: 'none', card: '411111******1111' }];
  expect(await receive(attemptId, 'repeat')).toEqual(applied);
  expect(await receive(attemptId, 'repeat')).toEqual(applied);
});

it('[F06] a message that differs from the answer, or comes before it, waits for a worker', async () => {
  const { attemptId, orderId } = await paidOrder(pool);
  const waiting = [{ outcome: null, card: null }];
  expect(await receive(attemptId, 'other sum', { amount: 999 })).toEqual(waiting);
  expect(await receive(attemptId, 'other payment', { captureRef: 'T2' })).toEqual(waiting);
  const early = `A${orderId}_2`;
  await pool.query(
    `insert into payment_attempts (id, order_id, n, pay_id, provider, method, country, currency, amount_minor, state,
        requested_at, created_at, updated_at)
      values ($1, $2, 2, 'card', 'payermax', 'card', 'US', 'USD', 499, 'SUBMITTING', now(), now(), now())`,
    [early, orderId],
  );
  expect(await receive(early, 'early')).toEqual(waiting);
});
