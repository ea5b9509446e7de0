import { expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { paidOrder } from '../../../../../tests/support/paid-order.ts';
import { asOwner } from '../../../../../tests/support/test-database.ts';
import { decideOnce } from './decide.ts';
import type { FoundMoney } from './look-again.ts';
import { differenceById, insertFoundAttempt } from './queries.ts';

const { built, pool, url } = await builtShop(4);
const { ctx } = built;

/** Decides about money that a webhook booked since the gateway was asked. */
async function decideAboutBooked() {
  const { orderId, attemptId } = await paidOrder(pool);
  const captureRef = `T${attemptId}`;
  const { rows } = await pool.query<{ id: number }>(
    `insert into reconciliation_differences (provider, class, subject, ours, theirs, explanation, day, found_at, seen_at)
      values ('payermax', 'captured_there_unknown_here', $1, '{"state":null,"at":null}', '{}', 'text', '2026-01-02', now(), now())
      returning id`,
    [captureRef],
  );
  const difference = await ctx.db.one(differenceById, { differenceId: Number(rows[0]?.id) });
  const found: FoundMoney = {
    difference,
    capture: {
      id: captureRef,
      attemptId: null,
      state: 'captured',
      amount: 499,
      currency: 'USD',
      fee: null,
      at: new Date(),
    },
    named: null,
    isNumberTaken: false,
    paymentRef: null,
  };
  return decideOnce(ctx, found, (tx) =>
    tx.one(insertFoundAttempt, {
      orderId,
      attemptId: null,
      n: null,
      payId: 'card',
      provider: 'payermax',
      merchant: null,
      method: 'card',
      country: 'US',
      currency: 'USD',
      amountMinor: 499,
      captureRef,
      event: 'double_payment',
      now: new Date(),
      detail: {},
    }),
  );
}

it('[F06] money that was booked meanwhile is refused, also before the migration of its rule is finished', async () => {
  const booked = { kind: 'refused', why: 'found_money_is_booked' };
  expect(await decideAboutBooked()).toMatchObject(booked);
  // As in the release before; the older rule is reported first.
  await asOwner(
    url,
    `drop index one_attempt_per_capture;
     alter table payment_attempts add constraint one_capture_per_attempt unique (provider, capture_ref);
     create unique index one_attempt_per_capture on payment_attempts (provider, capture_ref) where capture_ref is not null`,
  );
  expect(await decideAboutBooked()).toMatchObject(booked);
});
