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
  type Standing,
} from './standing.ts';

type Info = CallResult<'bargainInfo'>;
type Task = Info['tasks'][number];

/** The pack whose prices turn dollars into another currency, where one sum is shown for both packs. */
export function packInSight(standing: Standing): PackTerms {
  const pack = chosenPack(standing) ?? packsLeft(standing)[0] ?? standing.terms.packs[0];
  if (pack === undefined) throw new Error('a bargain without a pack');
  return pack;
}

/** So much off a price, as it is in the visitor's currency. */
export function moneyOff(visit: BargainVisit, standing: Standing, usdMinor: number): Money {
  return fromMinor(partIn(packInSight(standing), visit.currency, usdMinor), visit.currency);
}

export function showPacks(visit: BargainVisit, standing: Standing): Info['packs'] {
  const { project, currency, lang } = visit;
  const text = (texts: Readonly<Record<string, string>>) =>
    textIn(texts, lang, project.lang_default);
  return standing.terms.packs.flatMap((pack): Info['packs'] => {
    const product = project.products.get(pack.product_id);
    if (product === undefined) return [];
    const { price, original, minimum } = priceNow(standing, pack, currency);
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
        state: isBought(standing, pack) ? 'bought' : open,
      },
    ];
  });
}

/** Its value is what is off the price, which at the minimum is less than all that was drawn and earned. */
export function showCoupon(
  visit: BargainVisit,
  { event, standing, isNew }: Entered,
): Info['coupon'] {
  const { coupon } = standing;
  if (coupon === null) return null;
  const { price, original } = priceNow(standing, packInSight(standing), visit.currency);
  return {
    value: fromMinor(original - price, visit.currency),
    drawn: moneyOff(visit, standing, coupon.drawnMinor),
    // After the event it is worth nothing.
    expires_at: Math.min(coupon.expiresAt.getTime(), event.ends_at.getTime()),
    is_new: isNew,
  };
}

/** @param isPlayed whether anything lowers the price now */
export function showTasks(
  visit: BargainVisit,
  standing: Standing,
  isPlayed: boolean,
): Info['tasks'] {
  const { terms } = standing;
  const shown = (task: BargainTask): Task => {
    const lowers = doneToday(standing, task)?.lowers_minor ?? mostOff(terms, task);
    return {
      task,
      state: taskState(standing, task, isPlayed),
      lowers: moneyOff(visit, standing, lowers),
    };
  };
  const atLeast = atLeastToTopUp(visit, standing);
  return [shown('sign_in'), shown('spin'), { ...shown('top_up'), at_least: atLeast }];
}

function taskState(standing: Standing, task: BargainTask, isPlayed: boolean): Task['state'] {
  if (doneToday(standing, task) !== null) return task === 'top_up' ? 'in_effect' : 'claimed';
  return isPlayed && isEarned(standing, task) ? 'claimable' : 'open';
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

/**
 * What must be topped up, by the price of the top-up that costs just that in dollars: dollars count (orders.usd_minor),
 * and the shelf's prices follow no one rate. Where there is none, by the ratio of the pack's prices.
 */
function atLeastToTopUp({ project, currency }: BargainVisit, standing: Standing): Money {
  const usdMinor = standing.terms.top_up.at_least_minor;
  const minor =
    priceOfTopUp(project, usdMinor, currency) ??
    atLeastIn(packInSight(standing), currency, usdMinor);
  return fromMinor(minor, currency);
}

/** Of each catalogue as it is now: nobody looks through all goods at every look. */
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
