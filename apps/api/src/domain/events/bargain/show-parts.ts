import type { BargainTask } from '@webpay/contract/activity-shapes';
import type { CallResult } from '@webpay/contract/calls';
import { fromMinor, type Money } from '@webpay/contract/money';
import { unreachable } from '../../../platform/unreachable.ts';
import type { Project } from '../../projects/catalogue-cache.ts';
import { textIn } from '../../projects/texts.ts';
import type { BargainVisit, Entered } from './enter-bargain.ts';
import { atLeastIn, partIn } from './price.ts';
import type { BargainRules, PackTerms } from './rules.ts';
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
  const text = (texts: Readonly<Record<string, string>>) =>
    textIn(texts, lang, project.lang_default);
  return progress.terms.packs.flatMap((pack): Info['packs'] => {
    const product = project.products.get(pack.product_id);
    if (product === undefined) return [];
    const { price, original, minimum } = priceNow(progress, pack, currency);
    const open = price === minimum ? 'at_minimum' : 'available';
    return [
      {
        pack_id: pack.pack_id,
        product_id: pack.product_id,
        name: text(product.data.name),
        image: product.data.image,
        worth: fromMinor(partIn(pack, currency, pack.worth_minor), currency),
        contents: product.data.contents.map(({ name, count, image }) => ({
          name: text(name),
          count,
          image,
        })),
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
  const { terms } = progress;
  const shown = (task: BargainTask): Task => {
    const lowers = doneToday(progress, task)?.lowers_minor ?? mostOff(terms, task);
    return {
      task,
      state: taskState(progress, task, isPlayed),
      lowers: moneyOff(visit, progress, lowers),
    };
  };
  const atLeast = atLeastToTopUp(visit, progress);
  return [shown('sign_in'), shown('spin'), { ...shown('top_up'), at_least: atLeast }];
}

function taskState(progress: BargainProgress, task: BargainTask, isPlayed: boolean): Task['state'] {
  if (doneToday(progress, task) !== null) return task === 'top_up' ? 'in_effect' : 'claimed';
  return isPlayed && isEarned(progress, task) ? 'claimable' : 'open';
}

function mostOff(terms: BargainRules, task: BargainTask): number {
  switch (task) {
    case 'sign_in':
      return terms.sign_in_minor;
    case 'top_up':
      return terms.top_up.lowers_minor;
    case 'spin':
      return Math.max(...terms.wheel.map((prize) => prize.lowers_minor));
    default:
      return unreachable('task', task);
  }
}

/** Uses the price of a top-up with that USD price, because dollars count (orders.usd_minor). */
function atLeastToTopUp({ project, currency }: BargainVisit, progress: BargainProgress): Money {
  const usdMinor = progress.terms.top_up.at_least_minor;
  const minor =
    priceOfTopUp(project, usdMinor, currency) ??
    atLeastIn(packInSight(progress), currency, usdMinor);
  return fromMinor(minor, currency);
}

/** Caches the top-up per catalogue. */
const topUps = new WeakMap<Project, Map<string, number | undefined>>();

function priceOfTopUp(project: Project, usdMinor: number, currency: string): number | undefined {
  const known = topUps.get(project) ?? new Map<string, number | undefined>();
  topUps.set(project, known);
  const key = `${usdMinor} ${currency}`;
  if (!known.has(key)) {
    const same = [...project.products.values()].find(
      ({ kind, on_sale, prices }) =>
        kind === 'topup' && on_sale && prices.get('USD') === usdMinor && prices.has(currency),
    );
    known.set(key, same?.prices.get(currency));
  }
  return known.get(key);
}
