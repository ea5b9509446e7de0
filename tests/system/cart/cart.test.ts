import type { Cart } from '@webpay/contract/calls';
import { CALL_PATHS } from '@webpay/contract/paths';
import { sign } from '@webpay/contract/sign';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import { createShopper, MINIFLIX, want, type Shopper } from '../../support/shopper.ts';
import { commonShop } from '../../support/shared-environment.ts';

const environment = commonShop();

const anotherDevice = (shopper: Shopper, lang?: string) =>
  createShopper(environment(), {
    ...MINIFLIX,
    cid: shopper.cid,
    ...(lang === undefined ? {} : { lang }),
  });

const set = (shopper: Shopper, product_id: string, count: number | string, country = 'US') =>
  shopper.client.call('cartSet', { product_id, count: String(count), country });

const get = (shopper: Shopper, country = 'US') => want(shopper.client.call('cartGet', { country }));

const countsOf = (cart: Cart) =>
  Object.fromEntries(cart.items.map((item) => [item.product_id, item.count]));

describe('a cart on the server', () => {
  it('[R09] [F03] is the same on every phone, in its language and country', async () => {
    const phone = await createShopper(environment());
    const empty = await get(phone);
    expect(empty).toEqual({
      items: [],
      total: { amount: '0.00', currency: 'USD' },
      count: 0,
      limits: { cart_limit: 10, cart_usd_limit: 1000 },
      refreshed: false,
    });
    await want(set(phone, 'gems-60', 2));
    const answered = await want(set(phone, 'pack-premiere-night', 1));
    expect(await get(phone)).toEqual(answered);
    expect(answered).toMatchObject({ count: 3, refreshed: false });
    expect(answered.items).toEqual([
      {
        product_id: 'gems-60',
        name: '60 Gems',
        image: expect.any(String) as string,
        count: 2,
        price: { amount: '0.99', currency: 'USD' },
        subtotal: { amount: '1.98', currency: 'USD' },
        max: 10,
        state: 'ok',
      },
      expect.objectContaining({ product_id: 'pack-premiere-night', count: 1, max: 3 }),
    ]);

    const other = await get(await anotherDevice(phone, 'zh'), 'JP');
    expect(countsOf(other)).toEqual({ 'gems-60': 2, 'pack-premiere-night': 1 });
    expect(other.items[0]).toMatchObject({
      name: '60 宝石',
      price: { amount: '150', currency: 'JPY' },
      subtotal: { amount: '300', currency: 'JPY' },
    });
    expect(other).toMatchObject({ refreshed: false, total: { currency: 'JPY' } });
    // A view in another country does not flag the cart as refreshed.
    expect(await get(phone)).toEqual(answered);
  });

  it('[F03] changes counts and removes goods, idempotently', async () => {
    const shopper = await createShopper(environment());
    await want(set(shopper, 'gems-60', 3));
    await want(set(shopper, 'gems-125', 1));
    expect((await want(set(shopper, 'gems-60', 1))).count).toBe(2);
    const ids = { product_ids: 'gems-60,gems-60,nothing', country: 'US' };
    for (const _again of [1, 2]) {
      const left = await want(shopper.client.call('cartRemove', ids));
      expect(countsOf(left)).toEqual({ 'gems-125': 1 });
    }
    const cleared = await want(shopper.client.call('cartClearInvalid', { country: 'US' }));
    expect(countsOf(cleared)).toEqual({ 'gems-125': 1 });
  });

  it('[S09] keeps different goods of two concurrent phones, and the last count of the same good', async () => {
    const phone = await createShopper(environment());
    const tablet = await anotherDevice(phone);
    await Promise.all([
      want(set(phone, 'gems-60', 1)),
      want(set(tablet, 'gems-125', 2)),
      want(set(phone, 'gems-300', 1)),
      want(set(tablet, 'gems-620', 1)),
    ]);
    const both = { 'gems-60': 1, 'gems-125': 2, 'gems-300': 1, 'gems-620': 1 };
    expect(countsOf(await get(phone))).toEqual(both);
    await want(set(phone, 'gems-60', 4));
    await want(set(tablet, 'gems-60', 2));
    expect(countsOf(await get(phone))).toEqual({ ...both, 'gems-60': 2 });
  });

  it('belongs to one character', async () => {
    const [one, two] = [await createShopper(environment()), await createShopper(environment())];
    await want(set(one, 'gems-60', 1));
    expect((await get(two)).items).toEqual([]);
  });
});

describe('[V05] [V06] cart/set refuses', () => {
  it.each([
    ['a good that does not exist', { product_id: 'nothing' }, 10009],
    ["another project's good", { product_id: 'doubloons-100' }, 10009],
    ['a name the language knows', { product_id: '__proto__' }, 10009],
    ['the weekly card', { product_id: 'card-weekly' }, 10010],
    ['a bargain pack', { product_id: 'bargain-heros-hoard' }, 10010],
    ['a country that is not served', { country: 'ZZ' }, 10028],
    ['a country in small letters', { country: 'us' }, 10001],
    ['no good', { product_id: '' }, 10000],
    ['no count', { count: '' }, 10000],
    ['a count of 0', { count: '0' }, 10001],
    ['a negative count', { count: '-1' }, 10001],
    ['half a good', { count: '0.5' }, 10001],
    ['a count in words', { count: '1e3' }, 10001],
    ['a count with a blank', { count: ' 1' }, 10001],
    ['a count in other digits', { count: '١' }, 10001],
    ['a huge count', { count: '99999' }, 10001],
    ['a good with a blank', { product_id: 'gems 60' }, 10001],
    ['a long name', { product_id: 'g'.repeat(65) }, 10001],
    ['more than may be bought', { count: '9999' }, 20007],
  ])('%s', async (_what, overrides, code) => {
    const shopper = await createShopper(environment());
    const fields = { product_id: 'gems-60', count: '1', country: 'US', ...overrides };
    expect((await shopper.client.call('cartSet', fields)).code).toBe(code);
    expect((await get(shopper)).items).toEqual([]);
  });

  it('a repeated field, and an ended session', async () => {
    const shopper = await createShopper(environment());
    const pairs: [string, string][] = Object.entries({
      game_id: '20',
      lang: 'en',
      ver: 'test',
      timestamp: String(Date.now()),
      user_token: shopper.userToken,
      product_id: 'gems-60',
      count: '1',
    });
    const post = async (fields: [string, string][]) => {
      const signed = [...fields, ['sign', sign(fields, DEFAULT_SIGN_SECRET)] as [string, string]];
      const response = await fetch(environment().url + CALL_PATHS.cartSet.path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(signed).toString(),
      });
      return ((await response.json()) as { code: number }).code;
    };
    expect(await post([...pairs, ['count', '9']])).toBe(10001);
    expect(await post(pairs)).toBe(200);
    await want(shopper.client.call('logout', {}));
    expect(await post(pairs)).toBe(11002);
    for (const call of ['cartGet', 'cartClearInvalid'] as const) {
      expect((await shopper.client.call(call, {})).code).toBe(11002);
    }
  });

  it('the 11th unit of any good', async () => {
    const shopper = await createShopper(environment());
    await want(set(shopper, 'gems-60', 7));
    await want(set(shopper, 'gems-125', 3));
    expect(await set(shopper, 'gems-125', 4)).toMatchObject({ code: 20007, result: { max: 10 } });
    expect((await set(shopper, 'gems-300', 1)).code).toBe(20007);
    await want(set(shopper, 'gems-60', 6));
    expect((await want(set(shopper, 'gems-300', 1))).count).toBe(10);
  });

  it('more of a limited good than allowed, counting earlier purchases', async () => {
    const shopper = await createShopper(environment());
    const over = await set(shopper, 'pack-blockbuster', 3);
    expect(over).toMatchObject({ code: 20009, result: { max: 2, left: 2 } });
    await want(set(shopper, 'pack-blockbuster', 2));
    const bought = await shopper.open({ products: [{ product_id: 'pack-blockbuster', count: 1 }] });
    // Reserved by the player's own open order, which would be replaced: the cart may hold it.
    expect((await want(set(shopper, 'pack-blockbuster', 2))).items[0]?.state).toBe('ok');
    expect((await shopper.payByCard(bought, '4111111111111111')).state).toBe('success');
    const told = await get(shopper);
    expect(told).toMatchObject({ refreshed: true, count: 0 });
    expect(told.items[0]).toMatchObject({ state: 'invalid', reason: 'over_maximum', max: 1 });
    expect(await set(shopper, 'pack-blockbuster', 2)).toMatchObject({
      code: 20009,
      result: { max: 2, left: 1 },
    });
    expect((await want(set(shopper, 'pack-blockbuster', 1))).items[0]?.state).toBe('ok');
  });

  it('more dollars than the project’s limit, in any currency', async () => {
    const buyer = await createShopper(environment(), { websiteCode: 'poi_mbo', gameId: '10' });
    const shelf = await want(buyer.client.call('productLists', buyer.place));
    const dear = shelf.goods.find((good) => Number(good.price.amount) > 80 && good.limit === null);
    const id = dear?.product_id ?? '';
    expect((await want(set(buyer, id, 8, 'JP'))).limits.cart_usd_limit).toBe(800);
    expect(await set(buyer, id, 9, 'JP')).toMatchObject({ code: 20008, result: { max: 800 } });
    expect((await get(buyer, 'JP')).count).toBe(8);
  });

  it('[V05] every unit over the limit among twenty concurrent calls', async () => {
    const phone = await createShopper(environment());
    const tablet = await anotherDevice(phone);
    const shelf = await want(phone.client.call('productLists', phone.place));
    const ids = shelf.goods
      .filter((good) => good.state === 'available')
      .map((good) => good.product_id);
    expect(ids.length).toBeGreaterThan(12);
    const calls = Array.from({ length: 20 }, (_, index) =>
      set(index % 2 === 0 ? phone : tablet, ids[index % ids.length] ?? '', 1),
    );
    const codes = (await Promise.all(calls)).map((answer) => answer.code);
    const cart = await get(phone);
    expect(cart.count).toBe(10);
    expect(cart.items).toHaveLength(10);
    expect(new Set(codes)).toEqual(new Set([200, 20007]));
  });
});
