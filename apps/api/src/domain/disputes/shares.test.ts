import { expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { paidOrder } from '../../../../../tests/support/paid-order.ts';
import type { DisputeUpdate } from '../../gateways/port.ts';
import { applyDisputeUpdate } from './apply-dispute-update.ts';

const { built, pool } = await builtShop(4);

const DISPUTE = {
  kind: 'case',
  disputeKind: 'dispute',
  state: 'open',
  stage: 'INQUIRY',
  outcome: null,
  reasonCode: null,
  answerBy: null,
  amount: 499,
  currency: 'USD',
  fee: 0,
  merchantIsOurs: true,
} as const;

it('a disputed payment whose share is zero claims and loses nothing, whatever its end names (14.8)', async () => {
  const orders = [await paidOrder(pool), await paidOrder(pool)];
  const payments = orders.map(({ attemptId }) => ({ attemptId, captureRef: null }));
  // The first payment covers all of it.
  const told: DisputeUpdate = { ...DISPUTE, caseId: 'C-two-payments', payments };
  const rows = async () =>
    (
      await pool.query<{ state: string; claimed_minor: number; lost_minor: number }>(
        `select state, claimed_minor, lost_minor from disputes where dispute_id = $1 order by order_id`,
        [told.caseId],
      )
    ).rows;
  await applyDisputeUpdate(built.ctx, { provider: 'payermax', merchant: null }, told);
  expect(await rows()).toEqual([
    { state: 'open', claimed_minor: 499, lost_minor: 0 },
    { state: 'open', claimed_minor: 0, lost_minor: 0 },
  ]);
  const ended = { ...told, state: 'lost', stage: 'RESOLVED', amount: null } as const;
  await applyDisputeUpdate(built.ctx, { provider: 'payermax', merchant: null }, ended);
  expect(await rows()).toEqual([
    { state: 'lost', claimed_minor: 499, lost_minor: 499 },
    { state: 'won', claimed_minor: 0, lost_minor: 0 },
  ]);
});

it.each([
  ['of another currency', { currency: 'EUR', fee: 1_500 }, '15.00 EUR'],
  ['that cannot be read', { oddFee: '15.005 USD' }, '15.005 USD'],
])('a fee %s waits for an operator, once', async (_, changes, fee) => {
  const { attemptId } = await paidOrder(pool);
  const told = {
    ...DISPUTE,
    caseId: `C-${attemptId}`,
    payments: [{ attemptId, captureRef: null }],
    ...changes,
  };
  for (const state of ['open', 'lost', 'lost'] as const) {
    await applyDisputeUpdate(
      built.ctx,
      { provider: 'payermax', merchant: null },
      { ...told, state },
    );
  }
  const { rows } = await pool.query(
    `select q.reason, q.result ->> 'fee' as fee, d.state from quarantine q join disputes d using (attempt_id)
      where attempt_id = $1`,
    [attemptId],
  );
  expect(rows).toEqual([{ reason: 'case_fee_not_booked', fee, state: 'lost' }]);
});
