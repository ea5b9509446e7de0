import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cardRowsOf, PASSWORD, untilSo, UNUSABLE } from '../../support/card-keeper.ts';
import { operatorOf } from '../../support/operator.ts';
import { approveWallet, CARDS } from '../../support/shopper.ts';
import { BY_PAYPAL, walletKeepersOf } from '../../support/wallet-keeper.ts';
import {
  capturesOf,
  clearFaults,
  setFault,
  sharedEnvironment,
} from '../../support/shared-environment.ts';

const environment = sharedEnvironment({
  waitScale: { deadlines: 0.5 },
  env: { PAYPAL_VAULT: 'on' },
});
const operator = operatorOf(environment);
const { ctx } = operator;

const LABEL = 'PayPal · p…@sandbox.invalid';

const { atSandbox, keptNow, open, payAndKeep, keeper, save, payWith, buyWith } = walletKeepersOf(
  environment,
  ctx,
);
beforeEach(() => atSandbox('', { mode: 'at_once' }));
afterEach(() => clearFaults(environment()));

describe('[F05] a saved wallet', () => {
  it('is kept with consent, shown masked, and pays again at once', async () => {
    const player = await keeper();
    expect(await player.cards()).toEqual({ state: 'ready', cards: [], asks_about_wallet: true });
    const { card, token } = await save(player);
    expect((await player.cards()).cards).toMatchObject([
      { label: LABEL, pay_id: 'paypal', last4: '', expires_at: null, is_locked: false },
    ]);
    const again = await buyWith(player, card);
    expect(again).toMatchObject({ state: 'success', pay: null });
    await player.until(again.token, (each) => each.delivery.state === 'delivered');
    expect(await capturesOf(environment(), again.order_id)).toHaveLength(1);
    // The whole address and the token are in no row and no stored message.
    const [row] = await cardRowsOf(ctx(), player.cid);
    expect(row?.token?.includes(token)).toBe(false);
    const { rows } = await ctx().db.pool.query(
      `select from gateway_inbox where position('player@sandbox'::bytea in body) > 0
        or (applied_at is not null and event_type like 'VAULT%' and body <> '')
      union all select from saved_cards c where c::text like '%player@%'`,
    );
    expect(rows).toEqual([]);
  });

  it('is not kept without the tick, by a device’s wish to keep cards, or by a payment that ends', async () => {
    const player = await keeper();
    const plain = await open(player, { asks_to_save: '1' });
    if (plain.pay?.kind !== 'paypal') throw new Error('not a wallet order');
    await approveWallet(environment(), plain.pay.order_id);
    await player.until(plain.token, (each) => each.state === 'success');
    expect(await cardRowsOf(ctx(), player.cid)).toEqual([]);
    const left = await open(player, { keeps_wallet: '1' });
    expect(await cardRowsOf(ctx(), player.cid)).toHaveLength(1);
    await player.call('orderCancel', { token: left.token });
    await ctx().db.pool.query(
      `update saved_cards set next_attempt_at = now() where state = 'agreed'`,
    );
    await untilSo(
      () => cardRowsOf(ctx(), player.cid),
      (rows) => rows.length === 0,
    );
  });

  it('asks PayPal for another order when the tick changes', async () => {
    const player = await keeper();
    const key = crypto.randomUUID();
    const plain = await open(player, {}, key);
    const ticked = await open(player, { keeps_wallet: '1' }, key);
    expect(ticked.order_id).toBe(plain.order_id);
    if (plain.pay?.kind !== 'paypal' || ticked.pay?.kind !== 'paypal') throw new Error('no wallet');
    expect(ticked.pay.order_id).not.toBe(plain.pay.order_id);
    expect(await open(player, { keeps_wallet: '1' }, key)).toMatchObject({ pay: ticked.pay });
  });

  it('is kept beside four others when its order is opened again, and no sixth is asked for', async () => {
    const player = await keeper();
    for (let n = 1; n <= 4; n += 1) {
      await payAndKeep(player);
      await player.untilCards(n);
    }
    const key = crypto.randomUUID();
    const opened = await open(player, { keeps_wallet: '1' }, key);
    expect(await player.cards()).toMatchObject({ asks_about_wallet: true });
    expect(await open(player, { keeps_wallet: '1' }, key)).toMatchObject({ pay: opened.pay });
    await payAndKeep(player, key);
    expect(await player.untilCards(5)).toHaveLength(5);
    expect(await player.cards()).not.toHaveProperty('asks_about_wallet');
  });

  it('[attack] takes no sixth place by orders that are opened side by side', async () => {
    const player = await keeper();
    for (let n = 1; n <= 3; n += 1) {
      await payAndKeep(player);
      await player.untilCards(n);
    }
    const opened = await Promise.all(
      Array.from({ length: 4 }, () => open(player, { keeps_wallet: '1' })),
    );
    expect(opened.map(({ pay }) => pay?.kind)).toEqual(Array(4).fill('paypal'));
    const rows = await cardRowsOf(ctx(), player.cid);
    // Three are kept, and two of four payments may keep one more.
    expect(rows.filter(({ token }) => token !== null)).toHaveLength(3);
    expect(rows).toHaveLength(5);
  });

  it('comes later by its event, once', async () => {
    await atSandbox('', { mode: 'later' });
    await setFault(environment(), 'paypal', 'webhook', 'duplicate', { times: 6 });
    const player = await keeper();
    await payAndKeep(player);
    expect(await player.untilCards(1)).toMatchObject([{ label: LABEL }]);
    expect(await cardRowsOf(ctx(), player.cid)).toHaveLength(1);
  });

  it('is not kept by an account without a vault, whose payment goes on', async () => {
    await atSandbox('', { mode: 'off' });
    const player = await keeper();
    await payAndKeep(player);
    const rows = await untilSo(
      () => cardRowsOf(ctx(), player.cid),
      (found) => found.length === 0,
    );
    expect(rows).toEqual([]);
    expect((await player.cards()).cards).toEqual([]);
  });

  it('is removed in one tap, also when PayPal does not answer at first', async () => {
    const player = await keeper();
    const { card, token } = await save(player);
    await setFault(environment(), 'paypal', 'token', 'drop_answer', { times: 4 });
    await player.call('savedCardRemove', { card });
    expect((await player.cards()).cards).toEqual([]);
    expect(await payWith(player, card)).toMatchObject(UNUSABLE);
    await untilSo(keptNow, (kept) => kept.every(({ id }) => id !== token));
    await untilSo(
      () => cardRowsOf(ctx(), player.cid),
      (rows) => rows.length === 0,
    );
  });

  it('goes when its payer ends it at PayPal', async () => {
    const player = await keeper();
    const { token } = await save(player);
    await atSandbox(`/${token}`, { next: 'deleted' });
    expect(await player.untilCards(0)).toEqual([]);
  });

  it('goes with its password, so with its character', async () => {
    const player = await keeper();
    const { token } = await save(player);
    await player.call('passwordRemove', {
      pwd: PASSWORD,
      code: await player.codeFor('pwd_remove'),
    });
    const kept = await untilSo(keptNow, (found) => found.every(({ id }) => id !== token));
    expect(kept.map(({ id }) => id)).not.toContain(token);
  });
});

describe('[F05] a payment with a saved wallet', () => {
  it('asks its payer where PayPal wants it, in the same order', async () => {
    const player = await keeper();
    const { card, token } = await save(player);
    await atSandbox(`/${token}`, { next: 'asks' });
    const again = await buyWith(player, card);
    if (again.pay?.kind !== 'local') throw new Error('PayPal did not ask');
    const orderRef = new URL(again.pay.show.url).searchParams.get('token') ?? '';
    const page = await (await fetch(again.pay.show.url)).text();
    expect(page).toContain('pays with the PayPal that it has saved');
    await approveWallet(environment(), orderRef);
    await player.until(again.token, (each) => each.delivery.state === 'delivered');
    expect(await capturesOf(environment(), again.order_id)).toHaveLength(1);
  });

  it.each(['expired', 'gone'])(
    'is refused by a token that is %s, which disappears',
    async (how) => {
      const player = await keeper();
      const { card, token } = await save(player);
      // Its event is lost: the refused payment finds out.
      await setFault(environment(), 'paypal', 'webhook', 'lost', { times: 3 });
      await atSandbox(`/${token}`, { next: how === 'gone' ? 'deleted' : 'expired' });
      const key = crypto.randomUUID();
      expect(await payWith(player, card, key)).toMatchObject(UNUSABLE);
      await player.untilCards(0);
      await clearFaults(environment());
      // PayPal made no order: nothing is asked about it later.
      const { rows } = await ctx().db.pool.query(
        `select from late_queries q join payment_attempts a on a.id = q.attempt_id join orders o on o.id = a.order_id
          where o.order_key = $1`,
        [key],
      );
      expect(rows).toEqual([]);
      // The normal wallet pays the same order.
      const opened = await open(player, {}, key);
      if (opened.pay?.kind !== 'paypal') throw new Error('not a wallet order');
      await approveWallet(environment(), opened.pay.order_id);
      await player.until(opened.token, (each) => each.delivery.state === 'delivered');
      expect(await capturesOf(environment(), opened.order_id)).toHaveLength(1);
    },
  );

  it('declined leaves the order to another way', async () => {
    const player = await keeper();
    const { card, token } = await save(player);
    await atSandbox(`/${token}`, { next: 'declines' });
    const key = crypto.randomUUID();
    expect(await payWith(player, card, key)).toMatchObject({ result: { state: 'failed' } });
    const { pay, token: order } = await player.openForm({}, key);
    const { sessionKey, paymentToken } = await player.type(pay, CARDS.success, false);
    await player.call('payermaxCard', { sessionKey, paymentToken });
    await player.until(order, (each) => each.state === 'success');
  });

  it('without an answer is unknown, never paid twice, and found by PayPal’s list of transactions', async () => {
    const player = await keeper();
    const { card } = await save(player);
    await setFault(environment(), 'paypal', 'webhook', 'lost', { times: 4 });
    await setFault(environment(), 'paypal', 'order', 'drop_answer', { times: 4 });
    const key = crypto.randomUUID();
    const first = await payWith(player, card, key);
    expect(first).toMatchObject({ code: 200, result: { state: 'waiting', pay: null } });
    // Neither the same press nor another way pays a second time.
    expect(await payWith(player, card, key)).toMatchObject({ code: 200, result: { pay: null } });
    const { token, order_id } = await open(player, {}, key);
    await clearFaults(environment());
    await player.until(token, (each) => each.delivery.state === 'delivered');
    expect(await capturesOf(environment(), order_id)).toHaveLength(1);
  });

  it('pressed many times at once is one payment', async () => {
    const player = await keeper();
    const { card } = await save(player);
    const key = crypto.randomUUID();
    const all = await Promise.all(Array.from({ length: 6 }, () => payWith(player, card, key)));
    const opened = all.find(({ code }) => code === 200)?.result as { order_id: string };
    expect(await capturesOf(environment(), opened.order_id)).toHaveLength(1);
  });

  it('[attack] pays nothing for another character, device, password, gateway or form', async () => {
    const [owner, thief] = [await keeper(), await keeper()];
    const { card } = await save(owner);
    await save(thief);
    expect(await payWith(thief, card)).toMatchObject(UNUSABLE);
    await thief.call('savedCardRemove', { card });
    const device = owner.newDevice();
    expect(await owner.cards({ device })).toMatchObject({ state: 'confirm', cards: [] });
    const foreign = { ...owner.order(crypto.randomUUID()), ...BY_PAYPAL, saved: card };
    expect(await owner.ask('orderCreate', foreign, { device })).toMatchObject(UNUSABLE);
    // A token of PayPal is none of PayerMax.
    expect(await owner.payWith(card)).toMatchObject(UNUSABLE);
    expect((await buyWith(owner, card)).state).toBe('success');
    const changed = { old_pwd: PASSWORD, pwd: 'Changed-471199', pwd_confirm: 'Changed-471199' };
    await owner.call('passwordChange', { ...changed, code: await owner.codeFor('pwd_change') });
    expect((await owner.cards()).cards).toMatchObject([{ is_locked: true }]);
    expect(await payWith(owner, card)).toMatchObject(UNUSABLE);
  });
});
