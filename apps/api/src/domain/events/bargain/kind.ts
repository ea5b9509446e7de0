import { BARGAIN_TASKS, type BargainTask } from '@webpay/contract/activity-shapes';
import * as v from 'valibot';
import { cents, count, dollars, eventKind, id } from '../kind.ts';
import { doneToday, gameState, isEarned, readProgress } from './progress.ts';
import type { BargainRules } from './rules.ts';

/** Amounts are US dollars; other currencies follow the pack's own price in them (price.ts). */
const file = v.strictObject({
  coupon: v.strictObject({ from: dollars, to: dollars, step: dollars, days: count }),
  packs: v.pipe(
    v.array(v.strictObject({ pack_id: id, product_id: id, worth: dollars, min: dollars })),
    v.length(2),
  ),
  sign_in: dollars,
  top_up: v.strictObject({ at_least: dollars, lowers: dollars }),
  /** Clockwise from top left; the odds are an entry's weight in the sum of all. */
  wheel: v.pipe(
    v.array(
      v.union([
        v.strictObject({ weight: count, lowers: dollars, image: v.string() }),
        v.strictObject({ weight: count, item_id: id, count }),
      ]),
    ),
    v.length(8),
  ),
});

/** F07, F08: a pack whose price a coupon, tasks and a daily spin lower to its minimum. */
export const bargain = eventKind({
  kind: 'bargain',
  file,
  screen: '/activity/bargainirg',
  /** The coupon that can be drawn, tasks to claim, the spin, or the pack to buy. */
  glance: async (ctx, { session, event }) => {
    const progress = await readProgress(ctx, ctx.db, session, event);
    const state = gameState(progress, 'running', 'USD');
    if (state !== 'running') return { ready: state === 'at_minimum' ? 1 : 0 };
    const isOpen = (task: BargainTask) =>
      doneToday(progress, task) === null && (task === 'spin' || isEarned(progress, task));
    const tasks = BARGAIN_TASKS.filter(isOpen).length;
    return { ready: tasks + (progress.coupon === null ? 1 : 0) };
  },
  read: async (given, reader): Promise<BargainRules> => {
    const { coupon } = given;
    const [from, to, step] = [cents(coupon.from), cents(coupon.to), cents(coupon.step)];
    if (from <= 0 || to < from) reader.refuse('coupon', 'is a range from more to less');
    if (step <= 0 || (to - from) % step !== 0) reader.refuse('coupon.step', 'does not end at `to`');
    return {
      coupon: { from_minor: from, to_minor: to, step_minor: step, days: coupon.days },
      packs: given.packs.map((pack) => {
        const { prices } = reader.product(pack.product_id, 'bargain');
        const min = cents(pack.min);
        if (min <= 0 || min >= (prices['USD'] ?? 0)) {
          reader.refuse(`${pack.pack_id}.min`, 'is not below the price of its product');
        }
        const { pack_id, product_id } = pack;
        return { pack_id, product_id, worth_minor: cents(pack.worth), min_minor: min, prices };
      }),
      sign_in_minor: cents(given.sign_in),
      top_up: {
        at_least_minor: cents(given.top_up.at_least),
        lowers_minor: cents(given.top_up.lowers),
      },
      wheel: await Promise.all(
        given.wheel.map(async (prize) => {
          if ('lowers' in prize) {
            const image = await reader.picture(prize.image);
            return { weight: prize.weight, lowers_minor: cents(prize.lowers), item: null, image };
          }
          const item = reader.item({ item_id: prize.item_id, count: prize.count });
          return { weight: prize.weight, lowers_minor: 0, item, image: item.image };
        }),
      ),
    };
  },
});
