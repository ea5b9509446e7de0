import { afterEach, describe, expect, it } from 'vitest';
import { operatorOf } from '../../support/operator.ts';
import { approveWallet, CARDS, createShopper, want, type Shopper } from '../../support/shopper.ts';
import { capturesOf, clearFaults, setFault, commonShop } from '../../support/shared-environment.ts';

const environment = commonShop();
const operator = operatorOf(environment);

afterEach(() => clearFaults(environment()));

async function openWallet(shopper: Shopper, order_key = `key-${crypto.randomUUID()}`) {
  const opened = await shopper.open({ pay_id: 'paypal', order_key });
  if (opened.pay?.kind !== 'paypal') throw new Error('not a wallet order');
  return { opened, pay: opened.pay, order_key };
}

const approve = (order_id: string, funding?: string) =>
  approveWallet(environment(), order_id, funding);

const capture = (shopper: Shopper, pay: { invoice_id: string; order_id: string }) =>
  shopper.client.call('paypalCapture', { invoice_id: pay.invoice_id, order_id: pay.order_id });

describe('a purchase by wallet', () => {
  it('[C12] is paid and delivered once when approved and captured', async () => {
    const shopper = await createShopper(environment());
    const { opened, pay } = await openWallet(shopper);
    expect(opened.state).toBe('open');
    await approve(pay.order_id);
    const answers = await Promise.all([1, 2, 3].map(() => want(capture(shopper, pay))));
    for (const answer of answers) expect(['waiting', 'success']).toContain(answer.state);
    await shopper.until(opened.token, (each) => each.delivery.state === 'delivered');
    expect(await capturesOf(environment(), opened.order_id)).toHaveLength(1);
    expect(await shopper.mails()).toHaveLength(1);
  });

  it('[C12] is captured by the webhook when approved in a closed tab', async () => {
    const shopper = await createShopper(environment());
    const { opened, pay } = await openWallet(shopper);
    await approve(pay.order_id);
    await shopper.until(opened.token, (each) => each.delivery.state === 'delivered');
    expect(await capturesOf(environment(), opened.order_id)).toHaveLength(1);
  });

  it('[C12] is not charged without an approval, and the player returns to approve', async () => {
    const shopper = await createShopper(environment());
    const { opened, pay } = await openWallet(shopper);
    const answer = await want(capture(shopper, pay));
    expect(answer.state).toBe('waiting');
    expect(answer.action?.kind).toBe('redirect');
    expect(await capturesOf(environment(), opened.order_id)).toEqual([]);
  });

  it('asks the wallet 20 times at most without an approval, and is still captured after one', async () => {
    const shopper = await createShopper(environment());
    const { opened, pay } = await openWallet(shopper);
    for (let n = 1; n <= 25; n += 1) {
      const answer = await want(capture(shopper, pay));
      expect(answer).toMatchObject({ state: 'waiting', action: { kind: 'redirect' } });
    }
    const { rows } = await operator
      .db()
      .pool.query(
        `select count(*)::int4 as n from order_events where order_id = $1 and event = 'submitted'`,
        [opened.order_id],
      );
    expect(rows).toEqual([{ n: 20 }]);
    await approve(pay.order_id);
    await shopper.until(opened.token, (each) => each.delivery.state === 'delivered');
    expect(await capturesOf(environment(), opened.order_id)).toHaveLength(1);
  });

  it('answers 20010 to numbers of different orders', async () => {
    const shopper = await createShopper(environment());
    const { pay } = await openWallet(shopper);
    expect((await capture(shopper, { ...pay, order_id: 'WRONG' })).code).toBe(20010);
  });

  it('ends when cancelled in the wallet; another method pays it under the same key', async () => {
    const shopper = await createShopper(environment());
    const { opened, order_key } = await openWallet(shopper);
    const cancelled = await want(shopper.client.call('orderCancel', { token: opened.token }));
    expect(cancelled).toMatchObject({ state: 'failed', reason: 'cancelled' });
    const byCard = await shopper.open({ order_key });
    expect(byCard.order_id).toBe(opened.order_id);
    expect((await shopper.payByCard(byCard, CARDS.success)).state).toBe('success');
  });

  it('[F06] abandoned after an early capture is cancelled; after a refused one, declined', async () => {
    for (const [outcome, reason] of [
      [null, 'cancelled'],
      ['declined', 'declined'],
    ] as const) {
      const shopper = await createShopper(environment());
      const { opened, pay } = await openWallet(shopper);
      await setFault(environment(), 'paypal', 'webhook', 'lost', { times: 10 });
      if (outcome !== null) await approve(pay.order_id, outcome);
      expect((await want(capture(shopper, pay))).state).toBe('waiting');
      const left = await want(shopper.client.call('orderCancel', { token: opened.token }));
      expect(left).toMatchObject({ state: 'failed', reason });
      expect(await capturesOf(environment(), opened.order_id)).toEqual([]);
      await clearFaults(environment());
    }
  });

  it('left for a card ends its attempt; a late approval is not captured', async () => {
    const shopper = await createShopper(environment());
    const { opened, pay, order_key } = await openWallet(shopper);
    const byCard = await shopper.open({ order_key });
    expect(byCard.order_id).toBe(opened.order_id);
    await approve(pay.order_id);
    expect((await shopper.payByCard(byCard, CARDS.success)).state).toBe('success');
    await shopper.until(opened.token, (each) => each.delivery.state === 'delivered');
    const captures = await capturesOf(environment(), opened.order_id);
    expect(captures.map((each) => each.provider)).toEqual(['payermax']);
  });

  it('with a lost capture answer is found by query and delivered once', async () => {
    const shopper = await createShopper(environment());
    const { opened, pay } = await openWallet(shopper);
    await setFault(environment(), 'paypal', 'webhook', 'lost', { times: 10 });
    await approve(pay.order_id);
    await setFault(environment(), 'paypal', 'order', 'drop_answer');
    await capture(shopper, pay);
    await shopper.until(opened.token, (each) => each.delivery.state === 'delivered');
    expect(await capturesOf(environment(), opened.order_id)).toHaveLength(1);
  });
});
