import { afterEach, describe, expect, it } from 'vitest';
import { moneyFactsOf } from '../../testing/money-facts.ts';
import { operatorOf } from '../../testing/operator.ts';
import { answerChallenge, approveWallet } from '../../testing/payer.ts';
import { CARDS, createShopper, want } from '../../testing/shopper.ts';
import { capturesOf, clearFaults, setFault, sharedWorld } from '../../testing/shared-world.ts';

const world = sharedWorld();
const { factsOf, untilFacts } = moneyFactsOf(operatorOf(world));

afterEach(() => clearFaults(world()));

/**
 * An order given up at the bank and gone on with by wallet, whose capture is on its way to a gateway that
 * does not answer as it should, when the bank says yes after all.
 */
async function paidWhileTheWalletIsAsked(
  fault: { readonly kind: string; readonly ms?: number },
  isApproved = true,
) {
  const shopper = await createShopper(world());
  const order_key = `key-${crypto.randomUUID()}`;
  const first = await shopper.open({ order_key });
  const { order_id: orderId, token } = first;
  const late = await shopper.payByCard(first, CARDS.challenge);
  await want(shopper.client.call('orderCancel', { token }));
  const { pay } = await shopper.open({ order_key, pay_id: 'paypal' });
  if (pay?.kind !== 'paypal') throw new Error('not a wallet order');
  await setFault(world(), { target: 'paypal', op: 'webhook', kind: 'lost', times: 50 });
  if (isApproved) await approveWallet(world(), pay.order_id);
  await setFault(world(), { target: 'paypal', op: 'order', times: 5, ...fault });
  const captured = shopper.client.call('paypalCapture', {
    invoice_id: pay.invoice_id,
    order_id: pay.order_id,
  });
  await untilFacts({ orderId }).toMatchObject({ tries: ['FAILED', 'SUBMITTING'] });
  await answerChallenge(late.action?.url, 'approve');
  await untilFacts({ orderId }).toMatchObject({ tries: ['SUCCEEDED', 'SUBMITTING'] });
  await captured;
  await shopper.until(token, (each) => each.delivery.state === 'delivered', 30_000);
  return { orderId, shopper };
}

describe('[S08] [F15] a wallet that is asked for the money when another try has paid', () => {
  it('and took it, unheard: its own money goes back, the goods come once', async () => {
    const bought = await paidWhileTheWalletIsAsked({ kind: 'slow', ms: 4_000 });
    await untilFacts(bought).toMatchObject({
      tries: ['SUCCEEDED', 'SUCCEEDED'],
      refunds: ['double_payment SUCCEEDED'],
    });
    const captures = await capturesOf(world(), bought.orderId);
    expect(captures.map((each) => [each.provider, each.state])).toEqual([
      ['payermax', 'captured'],
      ['paypal', 'refunded'],
    ]);
    expect(await bought.shopper.mails()).toHaveLength(1);
  });

  it.each([
    ['approved and asked in vain', { kind: 'timeout' }, true],
    ['not approved yet', { kind: 'slow', ms: 4_000 }, false],
  ] as const)('and did not, %s: it is never captured, and ends', async (_, fault, isApproved) => {
    const bought = await paidWhileTheWalletIsAsked(fault, isApproved);
    await untilFacts(bought).toMatchObject({ tries: ['SUCCEEDED', 'FAILED'], refunds: [] });
    expect(await capturesOf(world(), bought.orderId)).toMatchObject([{ provider: 'payermax' }]);
    expect(await factsOf(bought)).toMatchObject({ quarantined: [] });
  });
});
