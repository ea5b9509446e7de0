import type { BargainTask } from '@webpay/contract/activity-shapes';
import type { CallResult } from '@webpay/contract/calls';
import { fromMinor, type Money } from '@webpay/contract/money';
import type { Product } from '../../projects/catalogue-cache.ts';
import { createSharedViews } from '../../projects/shared-views.ts';
import { itemsIn, textsIn } from '../../projects/texts.ts';
import type { BargainVisit, Entered } from './enter-bargain.ts';
import { atLeastIn, partIn } from './price.ts';
import type { PackTerms } from './rules.ts';
import {
  chosenPack,
  doneToday,
  isBought,
  isEarned,
  packsLeft,
  priceNow,
  type BargainProgress,
} from './progress.ts';

type Info = CallResult<'bargainInfo'>;
type Task = Info['tasks'][number];

/** The pack whose price ratio converts dollars, where one sum is shown for both packs. */
export function packInSight(progress: BargainProgress): PackTerms {
  const pack = chosenPack(progress) ?? packsLeft(progress)[0] ?? progress.terms.packs[0];
  if (pack === undefined) throw new Error('a bargain without a pack');
  return pack;
}

export function moneyOff(visit: BargainVisit, progress: BargainProgress, usdMinor: number): Money {
  return fromMinor(partIn(packInSight(progress), visit.currency, usdMinor), visit.currency);
}

export function showPacks(visit: BargainVisit, progress: BargainProgress): Info['packs'] {
  const { project, currency, lang } = visit;
  const text = textsIn(project, lang);
  return progress.terms.packs.flatMap((pack): Info['packs'] => {
    const { pack_id, product_id } = pack;
    const product = project.products.get(product_id);
    if (product === undefined) return [];
    const { price, original, minimum } = priceNow(progress, pack, currency);
    const open = price === minimum ? 'at_minimum' : 'available';
    return [
      {
        pack_id,
        product_id,
        name: text(product.data.name),
        image: product.data.image,
        worth: fromMinor(partIn(pack, currency, pack.worth_minor), currency),
        contents: itemsIn(product.data.contents, text),
        price: fromMinor(price, currency),
        original: fromMinor(original, currency),
        min_price: fromMinor(minimum, currency),
        state: isBought(progress, pack) ? 'bought' : open,
      },
    ];
  });
}

/** Shows the current reduction, which at the minimum is less than all that was drawn and earned. */
export function showCoupon(
  visit: BargainVisit,
  { event, progress, isNew }: Entered,
): Info['coupon'] {
  const { coupon } = progress;
  if (coupon === null) return null;
  const { price, original } = priceNow(progress, packInSight(progress), visit.currency);
  return {
    value: fromMinor(original - price, visit.currency),
    drawn: moneyOff(visit, progress, coupon.drawnMinor),
    // The coupon ends with the event.
    expires_at: Math.min(coupon.expiresAt.getTime(), event.ends_at.getTime()),
    is_new: isNew,
  };
}

/** @param isPlayed whether the price can be lowered now */
export function showTasks(
  visit: BargainVisit,
  progress: BargainProgress,
  isPlayed: boolean,
): Info['tasks'] {
  const { sign_in_minor, top_up, wheel } = progress.terms;
  const mostOff = {
    sign_in: sign_in_minor,
    spin: Math.max(...wheel.map((prize) => prize.lowers_minor)),
    top_up: top_up.lowers_minor,
  };
  const shown = (task: BargainTask): Task => ({
    task,
    state: taskState(progress, task, isPlayed),
    lowers: moneyOff(visit, progress, doneToday(progress, task)?.lowersMinor ?? mostOff[task]),
  });
  const atLeast = atLeastToTopUp(visit, progress);
  return [shown('sign_in'), shown('spin'), { ...shown('top_up'), at_least: atLeast }];
}

function taskState(progress: BargainProgress, task: BargainTask, isPlayed: boolean): Task['state'] {
  if (doneToday(progress, task) !== null) return task === 'top_up' ? 'in_effect' : 'claimed';
  return isPlayed && isEarned(progress, task) ? 'claimable' : 'open';
}

const sharedTopUps = createSharedViews<readonly Product[]>();

/** Uses the price of a top-up with that USD price, because dollars count (orders.usd_minor). */
function atLeastToTopUp({ project, currency }: BargainVisit, progress: BargainProgress): Money {
  const usdMinor = progress.terms.top_up.at_least_minor;
  const [topUp] = sharedTopUps(project, `${usdMinor} ${currency}`, () =>
    [...project.products.values()].filter(
      ({ kind, on_sale, prices }) =>
        kind === 'topup' && on_sale && prices.get('USD') === usdMinor && prices.has(currency),
    ),
  );
  const minor = topUp?.prices.get(currency) ?? atLeastIn(packInSight(progress), currency, usdMinor);
  return fromMinor(minor, currency);
}
