import { describe, expect, it } from 'vitest';
import { json } from '../testing/outside.ts';
import { BASE, openPaypal, problem } from '../testing/paypal-fake.ts';
import type { GatewayAttempt } from '../port.ts';

const TOKEN = 'kept-token-of-a-player-0001';

describe('a one-tap payment whose answer was lost', () => {
  const attempt: GatewayAttempt = {
    id: 'A17_1',
    orderId: 'o17',
    amount: 1999,
    currency: 'USD',
    country: 'US',
    gatewayRef: null,
    captureTries: 0,
    wasSubmitted: true,
  };
  const list = (...items: readonly object[]) =>
    json(200, {
      transaction_details: items.map((transaction_info) => ({ transaction_info })),
      total_items: items.length,
      total_pages: 1,
    });

  it('stays unknown while PayPal’s list lacks it, also after hours: pending money is in no list', async () => {
    const paypal = openPaypal(() => list());
    const requestedAtMs = paypal.outside.now() - 6 * 3_600_000;
    expect(await paypal.gateway.query({ ...attempt, requestedAtMs })).toEqual({
      kind: 'indeterminate',
      why: 'not in the list',
      cause: 'request',
    });
    expect(paypal.calls()[0]?.url).toContain('/v1/reporting/transactions?');
  });

  it('is not the order of another payment that a message names', async () => {
    const paypal = openPaypal(() =>
      json(200, { id: 'O2', status: 'COMPLETED', purchase_units: [{ invoice_id: 'A18_1' }] }),
    );
    const requestedAtMs = paypal.outside.now();
    expect(await paypal.gateway.query({ ...attempt, requestedAtMs }, 'O2')).toEqual({
      kind: 'indeterminate',
      why: 'the answer is about another order',
    });
  });
});

it('[attack] the token of a kept wallet stands in no log', async () => {
  const paypal = openPaypal(() => problem(500, 'INTERNAL_SERVER_ERROR'));
  const card = { userId: 'p1', token: TOKEN };
  expect(await paypal.gateway.cards.forget(card)).toMatchObject({ kind: 'indeterminate' });
  expect(await paypal.gateway.cards.find(card)).toMatchObject({ kind: 'indeterminate' });
  expect(paypal.calls()[0]?.url).toBe(`${BASE}/v3/vault/payment-tokens/${TOKEN}`);
  expect(paypal.reports.length).toBeGreaterThan(1);
  expect(paypal.reports.filter((report) => report.includes(TOKEN))).toEqual([]);
});
