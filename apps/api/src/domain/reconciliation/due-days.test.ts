import { expect, it } from 'vitest';
import { builtShop } from '../../../../../tests/support/built-shop.ts';
import { paidOrder } from '../../../../../tests/support/paid-order.ts';
import { asOwner } from '../../../../../tests/support/test-database.ts';
import { dueDays } from './due-days.ts';

const { built, pool, url } = await builtShop(4);

it('the worker alerts once of a ledger that contradicts a payment, also without a statement (14.7)', async () => {
  await paidOrder(pool);
  await asOwner(
    url,
    `alter table ledger_entries disable trigger user;
      update ledger_entries set amount_minor = 500, at = now() - interval '3 days';
      alter table ledger_entries enable trigger user`,
  );
  const silent = async () => ({ kind: 'unavailable', why: 'no file' }) as const;
  const { payermax, paypal } = built.ctx.gateways;
  const gateways = {
    ...built.ctx.gateways,
    payermax: { ...payermax, statement: silent },
    paypal: { ...paypal, statement: silent },
  };
  const due = await dueDays({ ...built.ctx, gateways });
  for (const work of due) await work();
  const { values } = await built.ctx.metrics.alerts.get();
  expect(values.find(({ labels }) => labels.kind === 'ledger_discrepancy')?.value).toBe(1);
});
