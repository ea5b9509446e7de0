import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildContext } from '../../../apps/api/src/build-context.ts';
import { receiveNotification } from '../../../apps/api/src/domain/inbox/receive-notification.ts';
import { attemptById } from '../../../apps/api/src/domain/payments/queries.ts';
import { payermaxNotice, signedByPaypal, type Notice } from '../../support/notice-writer.ts';
import { operatorOf } from '../../support/operator.ts';
import { openThinking, SECOND, withSecond } from '../../support/second-merchant.ts';
import { sharedEnvironment } from '../../support/shared-environment.ts';

const OTHER_PUBLIC_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString();
const shop = sharedEnvironment({ edit: (config) => withSecond(config, ['cgg']) });
const operator = operatorOf(shop);
const attemptOf = (attemptId: string) => operator.db().one(attemptById, { attemptId });

async function post(place: string, { body, headers }: Notice): Promise<number> {
  const response = await fetch(`${shop().url}/webhooks/${place}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return response.status;
}

describe('a message of another merchant', () => {
  const paid = (
    attempt: {
      readonly id: string;
      readonly gateway_ref: string | null;
      readonly amount_minor: number;
    },
    more: object = {},
  ) => ({
    outTradeNo: attempt.id,
    tradeToken: attempt.gateway_ref,
    totalAmount: attempt.amount_minor / 100,
    currency: 'USD',
    country: 'US',
    status: 'SUCCESS',
    completeTime: new Date().toISOString(),
    ...more,
  });
  const SECOND_ENVELOPE = {
    appId: 'testapp0000000000000000000000002',
    merchantNo: 'TEST010000000002',
  };

  it.each([
    ['its own address, its own numbers', 'payermax', {}, { status: 'SUCCESS' }],
    ['its own address, a failure', 'payermax', {}, { status: 'FAILED' }],
    [
      'its own address, the other one’s numbers',
      'payermax',
      SECOND_ENVELOPE,
      { status: 'SUCCESS' },
    ],
    ['the other one’s address, its own numbers', 'payermax/second', {}, { status: 'SUCCESS' }],
  ])('moves no payment: %s', async (_, place, envelope, status) => {
    const { attemptId } = await openThinking(shop());
    const attempt = await attemptOf(attemptId);
    expect(await post(place, payermaxNotice(paid(attempt, status), envelope))).toBe(200);
    const reasons = async () =>
      (
        await operator
          .db()
          .pool.query<{ reason: string }>(`select reason from quarantine where attempt_id = $1`, [
            attemptId,
          ])
      ).rows.map(({ reason }) => reason);
    await expect.poll(reasons, { timeout: 20_000 }).toEqual(['merchant_differs']);
    expect((await attemptOf(attemptId)).state).toBe(attempt.state);
  });

  it('is refused where its keys are not those of the address', async () => {
    const event = Buffer.from(JSON.stringify({ id: 'WH-OTHER', event_type: 'X', resource: {} }));
    const ofFirst = signedByPaypal(shop().sandboxUrl, event);
    const ofSecond = signedByPaypal(shop().sandboxUrl, event, { webhookId: '1JE42910TEST0002B' });
    expect(await post('paypal/second', ofFirst)).toBe(401);
    expect(await post('paypal', ofSecond)).toBe(401);
    expect(await post('paypal/second', ofSecond)).toBe(200);
    expect(await post('paypal/third', ofSecond)).toBe(404);
  });

  it('is refused under PayerMax’s key for another merchant', async () => {
    const { config } = shop();
    const named = withSecond(config, []).merchants.byKey.get(SECOND)?.payermax ?? null;
    // The sandbox signs with its platform key, which this merchant does not trust.
    const other = named && { ...named, publicKeyPem: OTHER_PUBLIC_KEY };
    const own = await buildContext(
      { ...withSecond(config, [], { payermax: other }), databaseUrl: shop().databaseUrl },
      { name: 'test', connections: 2 },
    );
    const { body, headers } = payermaxNotice({ outTradeNo: 'A1_1', status: 'SUCCESS' });
    const received = (merchant: string | null) =>
      receiveNotification(own.ctx, { provider: 'payermax', merchant }, body, headers);
    try {
      expect(await received(SECOND)).toBe('bad_signature');
      expect(await received(null)).toBe('stored');
    } finally {
      await own.close();
    }
  });
});
