import { afterEach, describe, expect, it } from 'vitest';
import {
  cardRowsOf,
  createCardKeeper,
  LATER,
  untilForgotten,
  untilSo,
  UNUSABLE,
} from '../../support/card-keeper.ts';
import { operatorOf } from '../../support/operator.ts';
import { answerChallenge, CARDS } from '../../support/shopper.ts';
import {
  capturesOf,
  clearFaults,
  setFault,
  sharedEnvironment,
} from '../../support/shared-environment.ts';

// Calls outside have half of production’s time.
const environment = sharedEnvironment({ waitScale: { deadlines: 0.5 } });
const operator = operatorOf(environment);
const { ctx } = operator;

afterEach(() => clearFaults(environment()));

const keeper = () => createCardKeeper(environment(), ctx);

describe('a saved card', () => {
  it.each([
    ['the notice comes after the payment’s', CARDS.success],
    ['the notice comes before the payment’s', LATER.tellsFirst],
  ])(
    'is kept with consent, shown with its digits, and pays again at once: %s',
    async (_, number) => {
      const player = await keeper();
      expect(await player.cards()).toEqual({ state: 'ready', cards: [] });
      await player.payAndSave(number);
      const [card] = await player.untilCards(1);
      expect(card).toMatchObject({
        brand: 'Visa',
        last4: number.slice(-4),
        pay_id: 'card',
        is_locked: false,
      });
      const again = await player.buyWith(card?.card ?? '');
      expect(again).toMatchObject({ state: 'success', pay: null });
      await player.until(again.token, (each) => each.delivery.state === 'delivered');
      expect(await capturesOf(environment(), again.order_id)).toHaveLength(1);
      const [row] = await cardRowsOf(ctx(), player.cid);
      const [kept] = await player.keptAtGateway(ctx());
      expect(row?.token?.includes(kept?.paymentTokenID ?? '')).toBe(false);
    },
  );

  it('is kept when every notice is lost', async () => {
    await setFault(environment(), 'payermax', 'webhook', 'lost', { times: 12 });
    const player = await keeper();
    await player.payAndSave(CARDS.success);
    expect(await player.untilCards(1)).toMatchObject([{ last4: '1111' }]);
  });

  it('is not kept without the box, without the wish of the page, or with a payment that fails', async () => {
    const player = await keeper();
    const { pay } = await player.openForm();
    expect(pay).toMatchObject({ asks_to_save: true });
    const { typed, ...fields } = await player.type(pay, CARDS.success, false);
    expect(typed['agreementAccepted']).toBe(false);
    await player.call('payermaxCard', fields);
    // A page that asks nothing has nothing to keep, whatever the call says.
    const plain = await player.open();
    expect(plain.pay).not.toHaveProperty('asks_to_save');
    const plainFields = await player.type(plain.pay, CARDS.success);
    const { sessionKey, paymentToken } = plainFields;
    await player.call('payermaxCard', { sessionKey, paymentToken, save: '1' });
    expect(await cardRowsOf(ctx(), player.cid)).toEqual([]);
    await player.payAndSave(CARDS.declined);
    await untilSo(
      () => cardRowsOf(ctx(), player.cid),
      (rows) => rows.length === 0,
    );
    expect(await player.keptAtGateway(ctx())).toEqual([]);
  });

  it('is not offered where its code must be typed each time, and the gateway forgets it', async () => {
    const player = await keeper();
    await player.payAndSave(LATER.asksCode);
    await untilForgotten(player, ctx());
    expect(await player.cards()).toEqual({ state: 'ready', cards: [] });
  });

  it('replaces itself when it is saved again', async () => {
    const player = await keeper();
    const first = await player.save(CARDS.success);
    await player.payAndSave(CARDS.success);
    const [only] = await untilSo(
      async () => (await player.cards()).cards,
      (cards) => cards.length === 1 && cards[0]?.card !== first,
    );
    expect(only?.last4).toBe('1111');
    expect((await player.payWith(first)).code).toBe(20016);
  });
});

describe('a payment with a saved card', () => {
  it('asks the bank where the issuer wants it', async () => {
    const player = await keeper();
    const { action, token } = await player.payAndSave(CARDS.challenge);
    await answerChallenge(action?.url, 'approve');
    await player.until(token, (each) => each.state === 'success');
    const [card] = await player.untilCards(1);
    const again = await player.buyWith(card?.card ?? '');
    if (again.pay?.kind !== 'local') throw new Error('the bank was not asked');
    await answerChallenge(again.pay.show.url, 'approve');
    await player.until(again.token, (each) => each.delivery.state === 'delivered');
    expect(await capturesOf(environment(), again.order_id)).toHaveLength(1);
  });

  it('declined by the bank leaves the order to another way', async () => {
    const player = await keeper();
    const card = await player.save(LATER.declined);
    const key = crypto.randomUUID();
    expect(await player.payWith(card, {}, key)).toMatchObject({
      code: 200,
      result: { state: 'failed' },
    });
    const { pay, token } = await player.openForm({}, key);
    const { sessionKey, paymentToken } = await player.type(pay, CARDS.success, false);
    await player.call('payermaxCard', { sessionKey, paymentToken });
    await player.until(token, (each) => each.state === 'success');
  });

  it('without an answer is unknown, never paid twice, and found by the query', async () => {
    const player = await keeper();
    const card = await player.save(LATER.silent);
    const key = crypto.randomUUID();
    const first = await player.payWith(card, {}, key);
    expect(first).toMatchObject({ code: 200, result: { state: 'waiting', pay: null } });
    const second = await player.payWith(card, {}, key);
    expect(second).toMatchObject({ code: 200, result: { pay: null } });
    const { token, order_id } = await player.call('orderCreate', player.order(key));
    await player.until(token, (each) => each.delivery.state === 'delivered');
    expect(await capturesOf(environment(), order_id)).toHaveLength(1);
  });

  it('pressed many times at once is one payment', async () => {
    const player = await keeper();
    const card = await player.save(CARDS.success);
    const key = crypto.randomUUID();
    const all = await Promise.all(Array.from({ length: 6 }, () => player.payWith(card, {}, key)));
    const opened = all.find(({ code }) => code === 200)?.result as { order_id: string };
    expect(await capturesOf(environment(), opened.order_id)).toHaveLength(1);
  });

  it.each(['Deleted', 'Expired'] as const)(
    'is refused by a card that is %s at the gateway, which disappears',
    async (status) => {
      const player = await keeper();
      const card = await player.save(CARDS.success);
      // Its notice is lost: the refused payment finds out.
      await setFault(environment(), 'payermax', 'webhook', 'lost', { times: 6 });
      await player.endAtGateway(ctx(), status);
      expect(await player.payWith(card)).toMatchObject(UNUSABLE);
      await player.untilCards(0);
    },
  );

  it('is refused by a card that a notice has ended', async () => {
    const player = await keeper();
    await player.save(CARDS.success);
    await player.endAtGateway(ctx(), 'Deleted');
    await player.untilCards(0);
    // The body names the gateway's token.
    const { rows } = await ctx().db.pool.query(
      `select from gateway_inbox where event_type = 'TOKENIZATION' and applied_at is not null and body <> ''`,
    );
    expect(rows).toEqual([]);
  });
});
