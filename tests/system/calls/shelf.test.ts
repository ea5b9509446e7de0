import { createStoreClient } from '@webpay/contract/client';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SIGN_SECRET } from '../../../apps/api/src/config/config.ts';
import { commonShop } from '../../support/shared-environment.ts';
import { createShopper, MINIFLIX, want } from '../../support/shopper.ts';

const environment = commonShop();

const visitor = (game: { readonly gameId?: string; readonly lang?: string } = {}) =>
  createStoreClient({
    baseUrl: environment().url,
    secret: DEFAULT_SIGN_SECRET,
    ...MINIFLIX,
    ...game,
  });

describe('[R06, C08] the shelf without a character', () => {
  it('lists the goods of the goods list without a session, and no rest of a limit', async () => {
    const shopper = await createShopper(environment());
    const list = await want(shopper.client.call('productLists', shopper.place));
    const shelf = await want(visitor().call('productShelf', {}));
    const goods = list.goods.map(({ limit, ...good }) => ({
      ...good,
      limit: limit && { max: limit.max, period: limit.period },
    }));
    expect(shelf).toEqual({ ...list, goods });
    expect(goods.filter(({ limit }) => limit !== null).length).toBeGreaterThan(0);
  });

  it.each([
    ['DE', 'EUR'],
    ['JP', 'JPY'],
    ['KW', 'KWD'],
  ])('has the prices of %s in %s, as product/prices says them', async (country, currency) => {
    const { goods } = await want(visitor().call('productShelf', { country }));
    const product_ids = goods.map(({ product_id }) => product_id).join(',');
    const { prices } = await want(visitor().call('productPrices', { product_ids, country }));
    expect(goods.map(({ product_id, price }) => ({ product_id, price }))).toEqual(prices);
    expect(new Set(goods.map(({ price }) => price.currency))).toEqual(new Set([currency]));
  });

  it('speaks the language of the call', async () => {
    const names = async (lang: string) =>
      (await want(visitor({ lang }).call('productShelf', {}))).goods.map(({ name }) => name);
    expect(await names('de')).not.toEqual(await names('en'));
  });

  it('refuses a country without prices as the goods list does, a bad country and another game', async () => {
    const shopper = await createShopper(environment());
    const codeFor = async (country: string) => [
      (await visitor().call('productShelf', { country })).code,
      (await shopper.client.call('productLists', { ...shopper.place, country })).code,
    ];
    expect(await codeFor('AQ')).toEqual([10028, 10028]);
    expect(await codeFor('de')).toEqual([10001, 10001]);
    expect((await visitor({ gameId: '10' }).call('productShelf', {})).code).toBe(10001);
    expect((await visitor({ gameId: '' }).call('productShelf', {})).code).toBe(10000);
  });
});
