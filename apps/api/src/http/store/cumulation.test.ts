import type { CallResult } from '@webpay/contract/calls';
import { afterEach, describe, expect, it } from 'vitest';
import { clearFaults, sharedWorld } from '../../testing/shared-world.ts';
import { CARDS, createShopper, want, type Shopper } from '../../testing/shopper.ts';

const world = sharedWorld();

afterEach(() => clearFaults(world()));

type Info = CallResult<'cumulationInfo'>;

const info = (shopper: Shopper) => want(shopper.client.call('cumulationInfo', {}));
const claim = (shopper: Shopper, task_id: string) =>
  shopper.client.call('cumulationClaim', { task_id });
const taskOf = (told: Info, taskId: string) => told.tasks.find((each) => each.task_id === taskId);

/** Buys goods by card; 0.99 USD of gems unless others are named. */
async function buy(shopper: Shopper, product_id = 'gems-60'): Promise<string> {
  const opened = await shopper.open({ products: [{ product_id, count: 1 }] });
  await shopper.payByCard(opened, CARDS.success);
  await shopper.until(opened.token, ({ state }) => state === 'success');
  return opened.order_id;
}

describe('cumulative top-ups', () => {
  it('[F09] [R16] what is bought brings points and a day, a goal that is reached its reward, once', async () => {
    const shopper = await createShopper(world());
    const before = await info(shopper);
    expect(before).toMatchObject({ state: 'running', points: 0, days: 0, points_per_usd: 100 });
    expect(before.tasks.map((each) => each.state)).not.toContain('claimable');
    expect((await claim(shopper, 'points-500')).code).toBe(20018);
    await buy(shopper, 'gems-300');
    expect(taskOf(await info(shopper), 'points-500')).toMatchObject({
      progress: 499,
      state: 'open',
    });
    await buy(shopper);
    const reached = await info(shopper);
    expect(reached).toMatchObject({ points: 598, days: 1 });
    expect(taskOf(reached, 'points-500')).toMatchObject({ progress: 500, state: 'claimable' });
    const claimed = await want(claim(shopper, 'points-500'));
    expect(taskOf(claimed, 'points-500')).toMatchObject({ progress: 500, state: 'claimed' });
    expect((await claim(shopper, 'points-500')).code).toBe(20019);
    expect((await claim(shopper, 'no-such-task')).code).toBe(10009);
  });
});
