import { afterEach, describe, expect, it } from 'vitest';
import { createBargainer } from '../../testing/bargainer.ts';
import { moveClock } from '../../testing/shop-days.ts';
import { sharedWorld } from '../../testing/shared-world.ts';
import { createShopper, want } from '../../testing/shopper.ts';

const world = sharedWorld();

afterEach(() => moveClock(world(), 0));

describe('[F07] [S10] a bargain', () => {
  it('issues a coupon to whoever enters, from the range of its rules, and keeps it', async () => {
    const { client } = await createShopper(world());
    const first = await want(client.call('bargainInfo', {}));
    expect(first).toMatchObject({
      state: 'running',
      chosen: null,
      spins_left: 1,
      coupon: { is_new: true },
      wheel: { todays_index: null },
    });
    const drawn = Math.round(Number(first.coupon?.drawn.amount) * 100);
    expect(drawn).toBeGreaterThanOrEqual(360);
    expect(drawn).toBeLessThanOrEqual(560);
    expect(drawn % 10).toBe(0);
    const again = await want(client.call('bargainInfo', {}));
    expect(again.coupon).toEqual({ ...first.coupon, is_new: false });
  });

  it('falls to its minimum over several days, and stops there', async () => {
    const player = await createBargainer(world());
    const info = await player.lowerToMinimum('cache');
    expect(info.packs.find(({ pack_id }) => pack_id === 'cache')).toMatchObject({
      state: 'at_minimum',
      price: { amount: '7.49', currency: 'USD' },
    });
    expect((await player.client.call('bargainSpin', {})).code).toBe(10043);
  });
});
