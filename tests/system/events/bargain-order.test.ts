import { afterEach, describe, expect, it } from 'vitest';
import { createBargainer, type Bargainer } from '../../support/bargainer.ts';
import { moveClock } from '../../support/shop-days.ts';
import { capturesOf, sharedEnvironment } from '../../support/shared-environment.ts';
import { CARDS, orderFields, want } from '../../support/shopper.ts';

const environment = sharedEnvironment();

afterEach(() => moveClock(environment(), 0));

const HOARD = 'bargain-heros-hoard';
const CACHE = 'bargain-seers-cache';

function order(player: Bargainer, productId: string, fields: Record<string, string> = {}) {
  return player.client.call('orderCreate', {
    ...orderFields(productId),
    source: 'bargain',
    ...fields,
  });
}

async function offers(player: Bargainer, country = 'US') {
  const fields = { ...player.place, country, event: 'bargain' } as const;
  return (await want(player.client.call('productLists', fields))).goods;
}

const dollars = (amount: string) => ({ amount, currency: 'USD' });
const freshKey = () => `key-${crypto.randomUUID()}`;

describe('[F07] [S10] [R13] an order of a bargain', () => {
  it('is refused above the minimum, and for a pack that was not chosen', async () => {
    const player = await createBargainer(environment());
    expect((await order(player, CACHE)).code).toBe(10010);
    const info = await player.info();
    expect((await order(player, CACHE)).code).toBe(10010);
    await want(player.client.call('bargainChoose', { pack_id: 'cache' }));
    expect((await order(player, CACHE)).code).toBe(10010);
    expect((await offers(player)).map(({ state }) => state)).toEqual([
      'not_on_sale',
      'not_on_sale',
    ]);
    expect((await offers(player)).map(({ price }) => price)).toEqual(
      info.packs.map(({ price }) => price),
    );
    expect((await order(player, 'nothing')).code).toBe(10009);
    expect((await order(player, 'gems-60')).code).toBe(10010);

    await player.lowerToMinimum('cache');
    expect((await order(player, HOARD)).code).toBe(10010);
    expect((await offers(player)).map(({ state }) => state)).toEqual(['not_on_sale', 'available']);
  });

  it('costs the minimum the player saw, is paid by card, and its pack is delivered', async () => {
    const player = await createBargainer(environment());
    await player.lowerToMinimum('cache');
    const wrong = await order(player, CACHE, { total: JSON.stringify(dollars('14.99')) });
    expect(wrong).toMatchObject({ code: 20017, result: { total: dollars('7.49') } });
    const total = JSON.stringify(dollars('7.49'));
    const opened = await want(order(player, CACHE, { total }));
    expect((await player.payByCard(opened, CARDS.success)).state).toBe('success');
    const captures = await capturesOf(environment(), opened.order_id);
    expect(captures.map(({ amount }) => String(amount))).toEqual(['7.49']);

    const info = await player.info();
    expect(info.packs.map(({ state }) => state)).toEqual([expect.any(String), 'bought']);
    // The other pack remains.
    expect(info).toMatchObject({ chosen: 'hoard', state: 'running' });
    expect((await order(player, CACHE)).code).toBe(20009);
    const chosen = await player.client.call('bargainChoose', { pack_id: 'cache' });
    expect(chosen.code).toBe(10010);
  });

  it('keeps its price under its key after coupon and event have ended, in another country too', async () => {
    const player = await createBargainer(environment());
    const { ends_at } = await player.lowerToMinimum('cache');
    const beforeEnd = ends_at - 60_000;
    await player.at(beforeEnd);
    const key = freshKey();
    const opened = await want(order(player, CACHE, { order_key: key }));
    expect(opened.total).toEqual(dollars('7.49'));
    await player.at(ends_at + 60_000);
    expect((await player.info()).state).toBe('ended');
    expect((await order(player, CACHE)).code).toBe(20011);
    const again = await want(order(player, CACHE, { order_key: key, pay_id: 'paypal' }));
    expect(again).toMatchObject({ order_id: opened.order_id, total: dollars('7.49') });
    const inEuro = await want(order(player, CACHE, { order_key: key, country: 'DE' }));
    expect(inEuro).toMatchObject({
      order_id: opened.order_id,
      total: { amount: '7.74', currency: 'EUR' },
    });
  });

  it('changes nothing when it fails', async () => {
    const player = await createBargainer(environment());
    const before = await player.lowerToMinimum('cache');
    const opened = await want(order(player, CACHE));
    expect((await player.payByCard(opened, CARDS.declined)).state).toBe('failed');
    expect(await player.info()).toEqual(before);
    expect((await want(order(player, CACHE))).total).toEqual(dollars('7.49'));
  });

  it('[F07] ends the game when both packs are bought: 10042', async () => {
    const player = await createBargainer(environment());
    for (const [pack, product] of [
      ['cache', CACHE],
      ['hoard', HOARD],
    ] as const) {
      await player.lowerToMinimum(pack);
      const opened = await want(order(player, product));
      expect((await player.payByCard(opened, CARDS.success)).state).toBe('success');
    }
    expect(await player.info()).toMatchObject({ state: 'all_bought', spins_left: 0 });
    const calls = await Promise.all([
      player.client.call('bargainChoose', { pack_id: 'hoard' }),
      player.client.call('bargainClaim', { task: 'sign_in' }),
      player.client.call('bargainSpin', {}),
      order(player, HOARD),
    ]);
    expect(calls.map(({ code }) => code)).toEqual([10042, 10042, 10042, 10042]);
  });
});
