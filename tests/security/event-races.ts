import { CARDS } from '../support/shopper.ts';
import { atOnce, mine, mustServeOne } from './at-once.ts';
import { countsOf, mustEqual, tally } from './expect.ts';
import { count, newcomer, type Attack } from './field.ts';

export const EVENT_RACES: readonly Attack[] = [
  {
    name: 'the first visit to the bargain',
    must: 'one coupon',
    run: async (field) => {
      const thief = await newcomer(field);
      const all = await atOnce(field, thief, 'bargainInfo', () => ({}));
      mustEqual('codes', countsOf(all), { 200: field.parallel });
      mustEqual('coupons', await count(field, mine('bargain_coupons'), [thief.cid]), 1);
      return tally(all);
    },
  },
  {
    name: 'the day’s spin of the wheel',
    must: 'one is served, the others 10041; one step is written',
    run: async (field) => {
      const thief = await newcomer(field);
      await thief.client.call('bargainInfo', {});
      const outcome = mustServeOne(
        field,
        await atOnce(field, thief, 'bargainSpin', () => ({})),
        10041,
      );
      mustEqual('steps', await count(field, mine('bargain_steps'), [thief.cid]), 1);
      return outcome;
    },
  },
  {
    name: 'the day’s sign-in of the bargain',
    must: 'one is served, the others 20019; one step is written',
    run: async (field) => {
      const thief = await newcomer(field);
      await thief.client.call('bargainInfo', {});
      const all = await atOnce(field, thief, 'bargainClaim', () => ({ task: 'sign_in' }));
      mustEqual('steps', await count(field, mine('bargain_steps'), [thief.cid]), 1);
      return mustServeOne(field, all, 20019);
    },
  },
  {
    name: 'a reward for topping up',
    must: 'one is served, the others 20019; one mail',
    run: async (field) => {
      const thief = await newcomer(field);
      await thief.payByCard(await thief.open(), CARDS.success);
      const all = await atOnce(field, thief, 'cumulationClaim', () => ({ task_id: 'days-1' }));
      mustEqual('rewards', await count(field, mine('rewards'), [thief.cid]), 1);
      return mustServeOne(field, all, 20019);
    },
  },
  {
    name: 'a reward that was not earned',
    must: '20018 every time; nothing is given',
    run: async (field) => {
      const thief = await newcomer(field);
      const all = await atOnce(field, thief, 'cumulationClaim', () => ({
        task_id: 'points-12000',
      }));
      mustEqual('answers', countsOf(all), { 20018: field.parallel });
      mustEqual('rewards', await count(field, mine('rewards'), [thief.cid]), 0);
      return tally(all);
    },
  },
  {
    name: 'the day’s reward of the weekly card',
    must: 'one is served, the others 20019; one mail',
    run: async (field) => {
      const thief = await newcomer(field);
      const products = [{ product_id: 'card-weekly', count: 1 }];
      await thief.payByCard(await thief.open({ products, source: 'card' }), CARDS.success);
      const all = await atOnce(field, thief, 'cardClaim', () => ({ card_id: 'weekly' }));
      mustEqual('rewards', await count(field, mine('rewards'), [thief.cid]), 1);
      return mustServeOne(field, all, 20019);
    },
  },
];
