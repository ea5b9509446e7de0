import { expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { paidOrder } from '../../../../../tests/support/paid-order.ts';
import type { DisputeUpdate } from '../../gateways/port.ts';
import { applyDisputeUpdate } from './apply-dispute-update.ts';

const { built, pool } = await builtShop(4);

it('a disputed payment whose share is zero claims and loses nothing, whatever its end names (14.8)', async () => {
  const orders = [await paidOrder(pool), await paidOrder(pool)];
  const payments = orders.map(({ attemptId }) => ({ attemptId, captureRef: null }));
  const told: DisputeUpdate = {
    kind: 'case',
    caseId: 'C-two-payments',
    disputeKind: 'dispute',
    state: 'open',
    stage: 'INQUIRY',
    outcome: null,
    reasonCode: null,
    answerBy: null,
    payments,
    // The first payment covers all of it.
    amount: 499,
    currency: 'USD',
    fee: 0,
    merchantIsOurs: true,
  };
  const rows = async () =>
    (
      await pool.query<{ state: string; claimed_minor: number; lost_minor: number }>(
        `select state, claimed_minor, lost_minor from disputes where dispute_id = $1 order by order_id`,
        [told.caseId],
      )
    ).rows;
  await applyDisputeUpdate(built.ctx, 'payermax', told);
  expect(await rows()).toEqual([
    { state: 'open', claimed_minor: 499, lost_minor: 0 },
    { state: 'open', claimed_minor: 0, lost_minor: 0 },
  ]);
  const ended = { ...told, state: 'lost', stage: 'RESOLVED', amount: null } as const;
  await applyDisputeUpdate(built.ctx, 'payermax', ended);
  expect(await rows()).toEqual([
    { state: 'lost', claimed_minor: 499, lost_minor: 499 },
    { state: 'won', claimed_minor: 0, lost_minor: 0 },
  ]);
});
