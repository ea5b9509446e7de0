import type { StoreClient } from '@webpay/contract/client';
import { afterEach, describe, expect, it } from 'vitest';
import { mallBuyer } from '../../support/mall-buyer.ts';
import { DAY_MS, moveAllClocks } from '../../support/shop-days.ts';
import {
  answerChallenge,
  CARDS,
  createShopper,
  orderFields,
  want,
  type Shopper,
} from '../../support/shopper.ts';
import { capturesOf, sharedEnvironment } from '../../support/shared-environment.ts';

const environment = sharedEnvironment();
const MINUTE = 60_000;

const moveClock = (offsetMs: number) => moveAllClocks(environment(), offsetMs);

afterEach(() => moveClock(0));

describe("an order's 30 minutes", () => {
  it('[S08] expire an unpaid order, whose key cannot be paid any more', async () => {
    const shopper = await createShopper(environment());
    const order_key = `key-${crypto.randomUUID()}`;
    const opened = await shopper.open({ order_key });
    const paymentToken = await shopper.tokenise(opened.pay, CARDS.success);
    await moveClock(31 * MINUTE);
    const expired = await moved(shopper, opened.token);
    expect(expired).toBe('timeout');
    if (opened.pay?.kind !== 'payermax_card') throw new Error('no card session');
    await shopper.clientAt(31 * MINUTE).call('payermaxCard', {
      sessionKey: opened.pay.session_key,
      paymentToken,
    });
    expect(await capturesOf(environment(), opened.order_id)).toEqual([]);
    const again = await shopper.clientAt(31 * MINUTE).call('orderCreate', {
      ...orderFields('gems-60'),
      order_key,
    });
    expect(again.code).toBe(20013);
  });

  it('[S08] do not stop a late approval from delivering the goods', async () => {
    const shopper = await createShopper(environment());
    const opened = await shopper.open();
    const wanted = await shopper.payByCard(opened, CARDS.challenge);
    await moveClock(31 * MINUTE);
    expect(await moved(shopper, opened.token)).toBe('timeout');
    await answerChallenge(wanted.action?.url, 'approve');
    await moveClock(0);
    const order = await shopper.until(opened.token, (each) => each.delivery.state === 'delivered');
    expect(order.state).toBe('success');
    expect(await capturesOf(environment(), opened.order_id)).toHaveLength(1);
  });

  it.each([-1, 1])(
    '[F06] [F15] survive a clock %i day off that is corrected during the bank’s decision: paid and delivered once',
    async (days) => {
      const off = days * DAY_MS;
      const shopper = await createShopper(environment());
      const before = await shopper.open();
      const asked = await shopper.payByCard(before, CARDS.challenge);
      await moveClock(off);
      const away = shopper.clientAt(off);
      // Created on the wrong clock, paid on it, and paid after the correction.
      const create = () => want(away.call('orderCreate', orderFields('gems-60')));
      const [during, later] = [await create(), await create()];
      const pay = async (opened: typeof during, client: StoreClient, card: string) => {
        if (opened.pay?.kind !== 'payermax_card') throw new Error('no card session');
        const paymentToken = await shopper.tokenise(opened.pay, card);
        const { session_key: sessionKey } = opened.pay;
        return want(client.call('payermaxCard', { sessionKey, paymentToken }));
      };
      await pay(during, away, CARDS.success);
      const laterAsked = await pay(later, away, CARDS.challenge);
      await answerChallenge(asked.action?.url, 'approve');
      await moveClock(0);
      await answerChallenge(laterAsked.action?.url, 'approve');
      for (const { token, order_id } of [before, during, later]) {
        await shopper.until(token, ({ delivery }) => delivery.state === 'delivered');
        expect(await capturesOf(environment(), order_id)).toHaveLength(1);
      }
      expect(await shopper.mails()).toHaveLength(3);
    },
  );

  it('[R05] expire a mall order, too, and a late approval still delivers', async () => {
    const [left, paying] = [mallBuyer(environment()), mallBuyer(environment())];
    const shown = await want(left.client.call('mallOrder', { token: left.token }));
    const fields = { token: paying.token, pay_id: 'card', country: 'US' };
    const opened = await want(paying.client.call('mallPay', fields));
    const { action } = await paying.payByCard(opened, CARDS.challenge);
    await moveClock(31 * MINUTE);
    expect(await moved(left, shown.token)).toBe('timeout');
    expect(await moved(paying, opened.token)).toBe('timeout');

    const later = left.clientAt(31 * MINUTE);
    const again = await later.call('mallPay', { ...fields, token: left.token });
    expect(again.code).toBe(20013);
    expect(await want(later.call('mallOrder', { token: left.token }))).toMatchObject({
      token: shown.token,
      state: 'timeout',
      channels: [],
    });
    // Its own time has passed too; an order opened in time stays readable.
    await moveClock(61 * MINUTE);
    const late = left.clientAt(61 * MINUTE);
    expect((await want(late.call('mallOrder', { token: left.token }))).state).toBe('timeout');
    expect((await late.call('mallOrder', { token: mallBuyer(environment()).token })).code).toBe(
      20005,
    );

    await answerChallenge(action?.url, 'approve');
    await moveClock(0);
    await paying.until(opened.token, (each) => each.delivery.state === 'delivered');
    expect(await paying.mails()).toHaveLength(1);
  });
});

/** Waits, on the moved clock, until the order is no longer open or waiting. */
async function moved(shopper: Pick<Shopper, 'clientAt'>, token: string): Promise<string> {
  const client = shopper.clientAt(31 * MINUTE);
  for (let tries = 0; tries < 600; tries += 1) {
    const { result } = await client.call('orderInquire', { token });
    if (result !== null && result.state !== 'open' && result.state !== 'waiting')
      return result.state;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the order never ended');
}
