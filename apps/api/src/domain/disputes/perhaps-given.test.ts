import { describe, expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import type { PaidOrder } from '../../../../../tests/support/paid-order.ts';
import { gameTestOf, HOUR_MS, SILENT } from '../../../../../tests/support/silent-game.ts';
import type { DisputeUpdate } from '../../gateways/port.ts';
import { takeMail } from '../mail/queries.ts';
import { sendMail } from '../mail/send-mail.ts';
import { runResolve } from '../../operator/resolve-verbs.ts';
import { applyRefundUpdate } from '../refunds/apply-refund-update.ts';
import { applyDisputeUpdate } from './apply-dispute-update.ts';

const { built, db, pool } = await builtShop(4);
const { shopAt, bought, parked, factsOf } = gameTestOf(built, pool);

async function alerts(kind: string): Promise<number> {
  const { values } = await built.ctx.metrics.alerts.get();
  return values.find((each) => each.labels.kind === kind)?.value ?? 0;
}

const lostCase = (order: PaidOrder, amount: number): DisputeUpdate => ({
  kind: 'case',
  caseId: `C${order.orderId}`,
  disputeKind: 'chargeback',
  state: 'lost',
  stage: 'CASE_CLOSED',
  outcome: 'FAIL',
  reasonCode: null,
  answerBy: null,
  payments: [{ attemptId: order.attemptId, captureRef: null }],
  amount,
  currency: 'USD',
  fee: 0,
  merchantIsOurs: true,
});

const backOutside = (order: PaidOrder, amount: number) => ({
  kind: 'refund' as const,
  refundId: null,
  gatewayRef: `G${order.orderId}`,
  attemptId: order.attemptId,
  captureRef: null,
  amount,
  currency: 'USD',
  merchantIsOurs: true,
  result: { kind: 'succeeded' as const, gatewayRef: `G${order.orderId}` },
});

describe('a lost payment', () => {
  it.each([
    ['waiting', bought],
    ['parked', parked],
  ])('by a dispute counts goods perhaps given, which are %s, as given (14.3)', async (_, buy) => {
    const order = await buy();
    if (buy === bought) await sendMail(shopAt(SILENT), order.deliveryId);
    await applyDisputeUpdate(
      built.ctx,
      { provider: 'payermax', merchant: null },
      lostCase(order, 199),
    );
    expect(await factsOf(order)).toMatchObject({
      state: 'delivered',
      order_state: 'refunded',
      is_flagged: true,
      refunds: null,
      books: [
        'delivered owed_to_players>sales 499',
        'chargeback_lost chargeback_losses>gateway 199',
      ],
    });
  });

  it('by a refund in the gateway’s own pages counts goods perhaps given as given (14.3)', async () => {
    const order = await bought();
    await sendMail(shopAt(SILENT), order.deliveryId);
    await applyRefundUpdate(
      built.ctx,
      { provider: 'payermax', merchant: null },
      backOutside(order, 200),
    );
    expect(await factsOf(order)).toMatchObject({ state: 'retrying', order_state: 'success' });
    await applyRefundUpdate(
      built.ctx,
      { provider: 'payermax', merchant: null },
      {
        ...backOutside(order, 299),
        gatewayRef: `H${order.orderId}`,
        result: { kind: 'succeeded', gatewayRef: `H${order.orderId}` },
      },
    );
    expect(await factsOf(order)).toMatchObject({
      state: 'delivered',
      order_state: 'refunded',
      is_flagged: true,
      books: [
        'external_refund owed_to_players>gateway 200',
        'delivered owed_to_players>sales 299',
        'external_refund sales>gateway 299',
      ],
    });
  });

  it('counts no goods as given that were never sent (14.3)', async () => {
    const order = await bought();
    await applyDisputeUpdate(
      built.ctx,
      { provider: 'payermax', merchant: null },
      lostCase(order, 199),
    );
    expect(await factsOf(order)).toMatchObject({
      state: 'cancelled',
      refunds: ['not_deliverable 300 RESERVED'],
    });
  });

  it('is booked only when no worker sends its goods (14.3)', async () => {
    const order = await bought();
    await db.maybe(takeMail, {
      id: order.deliveryId,
      realNow: new Date(),
      now: new Date(),
      accounts: [],
    });
    const lost = lostCase(order, 499);
    expect(
      await applyDisputeUpdate(built.ctx, { provider: 'payermax', merchant: null }, lost),
    ).toEqual({ kind: 'later' });
    const refund = backOutside(order, 499);
    expect(
      await applyRefundUpdate(built.ctx, { provider: 'payermax', merchant: null }, refund),
    ).toEqual({ kind: 'later' });
    // The worker died: the goods may have been given.
    const later = shopAt(SILENT, 60_000);
    await applyDisputeUpdate(later, { provider: 'payermax', merchant: null }, lost);
    expect(await factsOf(order)).toMatchObject({ state: 'delivered', is_flagged: true });
  });
});

describe('a won dispute', () => {
  const WEEK_MS = 7 * 24 * HOUR_MS;
  const openCase = (order: PaidOrder): DisputeUpdate => ({
    ...lostCase(order, 499),
    state: 'open',
    stage: 'DISPUTE_RECEIVED',
    outcome: null,
  });
  const wonCase = (order: PaidOrder): DisputeUpdate => ({
    ...lostCase(order, 499),
    state: 'won',
    outcome: 'WIN',
  });

  /** A dispute that begins now and is won after this time. */
  async function disputed(order: PaidOrder, afterMs: number): Promise<void> {
    await applyDisputeUpdate(built.ctx, { provider: 'payermax', merchant: null }, openCase(order));
    await applyDisputeUpdate(
      shopAt(SILENT, afterMs),
      { provider: 'payermax', merchant: null },
      wonCase(order),
    );
  }

  it('parks goods that were perhaps given a week ago: the game may give them twice (14.3)', async () => {
    const order = await bought();
    await sendMail(shopAt(SILENT), order.deliveryId);
    const before = await alerts('mail_parked');
    await disputed(order, WEEK_MS + HOUR_MS);
    expect(await factsOf(order)).toMatchObject({
      state: 'retrying',
      reason: 'error',
      is_parked: true,
      refunds: null,
    });
    expect(await alerts('mail_parked')).toBe(before + 1);
    expect(await runResolve(built.ctx, ['list'])).toContain(`settle ${order.deliveryId} --retry`);
    const given = shopAt({ kind: 'sent', mailId: 'M1' }, WEEK_MS + 2 * HOUR_MS);
    await sendMail(given, order.deliveryId);
    expect(await factsOf(order)).toMatchObject({ state: 'retrying', is_parked: true });
  });

  it('parks the goods of a worker that died while it sent them (14.3)', async () => {
    const order = await bought();
    await db.maybe(takeMail, {
      id: order.deliveryId,
      realNow: new Date(),
      now: new Date(),
      accounts: [],
    });
    await disputed(order, WEEK_MS + HOUR_MS);
    expect(await factsOf(order)).toMatchObject({ state: 'retrying', is_parked: true });
  });

  it.each([
    ['never sent', false, WEEK_MS + HOUR_MS],
    ['perhaps given a day ago', true, 24 * HOUR_MS],
  ])('sends goods that were %s (14.3)', async (_, isSilent, afterMs) => {
    const order = await bought();
    if (isSilent) await sendMail(shopAt(SILENT), order.deliveryId);
    await disputed(order, afterMs);
    const given = shopAt({ kind: 'sent', mailId: 'M2' }, afterMs + HOUR_MS);
    await sendMail(given, order.deliveryId);
    expect(await factsOf(order)).toMatchObject({ state: 'delivered' });
  });
});
