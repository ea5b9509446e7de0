import { describe, expect, it } from 'vitest';
import { buyByCard, delivered, notifyAsPayermax } from '../../support/gateway-desk.ts';
import { moneyFactsOf } from '../../support/money-facts.ts';
import { operatorOf } from '../../support/operator.ts';
import { CARDS } from '../../support/shopper.ts';
import { commonShop } from '../../support/shared-environment.ts';

const environment = commonShop();
const { untilFacts } = moneyFactsOf(operatorOf(environment));

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
