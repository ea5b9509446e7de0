import { expect } from 'vitest';
import { CARDS } from '../support/shopper.ts';
import {
  atOnce,
  countCodes,
  countOf,
  expectCode,
  expectOneServed,
  newcomer,
  type Attacks,
} from './target.ts';

export const EVENT_RACES: Attacks = {
  'the first visit to the bargain: one coupon': async (shop) => {
    const thief = await newcomer(shop);
    expectCode(await atOnce(shop, thief, 'bargainInfo', {}), 200);
    expect(await countOf(shop, 'bargain_coupons', thief)).toBe(1);
  },
  'the day’s spin of the wheel: one is served, the others 10041, one step': async (shop) => {
    const thief = await newcomer(shop);
    await thief.client.call('bargainInfo', {});
    expectOneServed(await atOnce(shop, thief, 'bargainSpin', {}), 10041);
    expect(await countOf(shop, 'bargain_steps', thief)).toBe(1);
  },
  'the day’s sign-in of the bargain: one is served, the others 20019, one step': async (shop) => {
    const thief = await newcomer(shop);
    await thief.client.call('bargainInfo', {});
    expectOneServed(await atOnce(shop, thief, 'bargainClaim', { task: 'sign_in' }), 20019);
    expect(await countOf(shop, 'bargain_steps', thief)).toBe(1);
  },
  'a reward for topping up: one is served, the others 20019, one mail': async (shop) => {
    const thief = await newcomer(shop);
    await thief.payByCard(await thief.open(), CARDS.success);
    expectOneServed(await atOnce(shop, thief, 'cumulationClaim', { task_id: 'days-1' }), 20019);
    expect(await countOf(shop, 'rewards', thief)).toBe(1);
  },
  'a reward that was not earned: 20018, no reward': async (shop) => {
    const thief = await newcomer(shop);
    const all = await atOnce(shop, thief, 'cumulationClaim', { task_id: 'points-12000' });
    expect(countCodes(all)).toStrictEqual({ 20018: shop.parallel });
    expect(await countOf(shop, 'rewards', thief)).toBe(0);
  },
  'the day’s reward of the weekly card: one is served, the others 20019, one mail': async (
    shop,
  ) => {
    const thief = await newcomer(shop);
    const products = [{ product_id: 'card-weekly', count: 1 }];
    await thief.payByCard(await thief.open({ products, source: 'card' }), CARDS.success);
    expectOneServed(await atOnce(shop, thief, 'cardClaim', { card_id: 'weekly' }), 20019);
    expect(await countOf(shop, 'rewards', thief)).toBe(1);
  },
};
