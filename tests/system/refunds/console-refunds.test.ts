import { describe, expect, it } from 'vitest';
import { lockRefund } from '../../../apps/api/src/domain/refunds/lock-rows.ts';
import { refundInputOf } from '../../../apps/api/src/domain/refunds/push-refund.ts';
import {
  buyByCard,
  buyByWallet,
  delivered,
  notifyAsPayermax,
  refundsOf,
} from '../../support/gateway-desk.ts';
import { moneyFactsOf } from '../../support/money-facts.ts';
import { operatorOf } from '../../support/operator.ts';
import { endRefund, refundRow } from '../../support/paid-order.ts';
import { CARDS } from '../../support/shopper.ts';
import { commonShop } from '../../support/shared-environment.ts';

const environment = commonShop();
const operator = operatorOf(environment);
const { factsOf, untilFacts } = moneyFactsOf(operator);

describe("[F17] refunds in PayerMax's own pages without a number of ours (14.8)", () => {
  it('are two when there are two of one order, and one when the message is repeated', async () => {
    const bought = await buyByCard(environment(), CARDS.success);
    await delivered(bought);
    const refund = (refundTradeNo: string, refundAmount: number) =>
      notifyAsPayermax(environment(), 'REFUND', {
        refundTradeNo: `${refundTradeNo}${bought.orderId}`,
        outTradeNo: `A${bought.orderId}_1`,
        refundAmount,
        refundCurrency: 'USD',
        status: 'REFUND_SUCCESS',
      });
    for (const number of ['G1', 'G1', 'G2']) expect(await refund(number, 0.1)).toBe(200);
    await untilFacts(bought).toMatchObject({
      refunds: ['external SUCCEEDED', 'external SUCCEEDED'],
      sums: '0/20/0',
    });
  });
});

describe('[F17] the success of a refund of a part, after our bank paid it', () => {
  it.each([
    ['card', () => buyByCard(environment(), CARDS.success)],
    ['wallet', () => buyByWallet(environment())],
  ])(
    'lets the rest of the payment be refunded once an operator settled it (%s)',
    async (_, buy) => {
      const bought = await buy();
      await delivered(bought);
      const { orderId } = bought;
      const { pool } = operator.db();
      const order = { orderId, attemptId: `A${orderId}_1`, deliveryId: '' };
      const refundId = await refundRow(pool, order, { amount: 40 });
      await endRefund(pool, refundId, 'FAILED');
      const words = ['--allow-delivered', '--because', 'by a test'];
      await operator.resolve('paid-outside', refundId, '--reference', `BT ${orderId}`, ...words);
      const row = await operator.db().transaction((tx) => lockRefund(tx, refundId));
      // The request that seemed lost arrives after all.
      await operator.ctx().gateways[row.provider].refund(refundInputOf(operator.ctx(), row));
      await untilFacts(bought).toMatchObject({
        sums: '0/40/0',
        quarantined: ['refund_succeeded_does_not_fit'],
      });
      const refund = () => operator.resolve('refund', orderId, ...words);
      await expect(refund()).rejects.toThrow(`reports that ${refundId} succeeded after all`);
      const { rows } = await pool.query<{ id: string }>(
        `select id from quarantine where attempt_id = $1`,
        [order.attemptId],
      );
      await operator.resolve('settle', String(rows[0]?.id), '--because', 'the payer keeps it');
      expect(await refund()).toContain('0.19 USD');
      await bought.shopper.until(bought.token, (each) => each.state === 'refunded');
      expect(await refundsOf(environment(), orderId)).toEqual(['0.19', '0.40']);
      expect(await factsOf(bought)).toMatchObject({
        sums: '0/99/0',
        quarantined: ['refund_succeeded_does_not_fit'],
      });
    },
  );
});
