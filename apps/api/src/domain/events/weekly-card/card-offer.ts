import type { CallResult } from '@webpay/contract/calls';
import { fromMinor } from '@webpay/contract/money';
import { rulesOf } from '../kind.ts';
import type { GivenItem } from '../../projects/project-data.ts';
import type { Project, ProjectEvent } from '../../projects/catalogue-cache.ts';
import { createSharedViews } from '../../projects/shared-views.ts';
import { itemsIn, textsIn } from '../../projects/texts.ts';
import { cardRules, type CardRules } from './rules.ts';

export type Card = CardRules['cards'][number];
type Shown = CallResult<'cardInfo'>['cards'][number];

/** A card without the player's part. */
export type Offer = Omit<Shown, 'can_buy' | 'owned'> & { readonly onSale: boolean };

export type Shop = { readonly project: Project; readonly currency: string; readonly lang: string };

const sharedOffers = createSharedViews<readonly Offer[]>();

/** The cards of an event, cached per language and currency. */
export function offersOf(event: ProjectEvent, shop: Shop): readonly Offer[] {
  return sharedOffers(event, `${shop.currency} ${shop.lang}`, () =>
    rulesOf(event, cardRules).cards.flatMap((card) => offerOf(card, shop) ?? []),
  );
}

/** null: the product or its price there is unknown. */
export function offerOf(card: Card, shop: Shop): Offer | null {
  const { project, currency, lang } = shop;
  const text = textsIn(project, lang);
  const { card_id, product_id, boost_percent, days, daily, again } = card;
  const product = project.products.get(product_id);
  const minor = product?.prices.get(currency);
  if (product === undefined || minor === undefined) return null;
  const { name, image, contents } = product.data;
  const allDays = daily.map((item) => ({ ...item, count: item.count * days }));
  const total = sumByItem([...contents, ...allDays]);
  return {
    card_id,
    product_id,
    name: text(name),
    image,
    price: fromMinor(minor, currency),
    boost_percent,
    instant: itemsIn(contents, text),
    daily: itemsIn(daily, text),
    days,
    total: itemsIn(total, text),
    again,
    singly: separatePrice(project, total, minor, currency),
    onSale: product.on_sale,
  };
}

/** Sums the items by id. */
function sumByItem(given: readonly GivenItem[]): readonly GivenItem[] {
  const sums = new Map<string, GivenItem>();
  for (const item of given) {
    const sum = sums.get(item.item_id)?.count ?? 0;
    sums.set(item.item_id, { ...item, count: sum + item.count });
  }
  return [...sums.values()];
}

/** Price of the card's main item as unlimited top-ups with their bonus, where that is higher. */
function separatePrice(
  project: Project,
  [main]: readonly GivenItem[],
  cardMinor: number,
  currency: string,
): Shown['singly'] {
  if (main === undefined) return null;
  const topUps = [...project.products.values()].flatMap((product): TopUp[] => {
    const { contents, bonus } = product.data;
    const minor = product.prices.get(currency);
    const isOffered = product.kind === 'topup' && product.on_sale && product.limit_max === null;
    if (!isOffered || contents[0] === undefined || minor === undefined) return [];
    const { item_id, count } = contents[0];
    return [{ item_id, count: count + (bonus?.count ?? 0), minor }];
  });
  const minor = unitPriceMinor(main, topUps);
  return minor !== null && minor > cardMinor ? fromMinor(minor, currency) : null;
}

/** A count of an item and its price. */
export type TopUp = { readonly item_id: string; readonly count: number; readonly minor: number };

/** Price of an item count by the best smaller top-up, rounded down; null: none is that small. */
export function unitPriceMinor(
  wanted: Omit<TopUp, 'minor'>,
  topUps: readonly TopUp[],
): number | null {
  const fitting = topUps.filter(
    ({ item_id, count }) => item_id === wanted.item_id && count > 0 && count <= wanted.count,
  );
  if (fitting.length === 0) return null;
  const grain = topUps.every(({ minor }) => minor % 100 === 0) ? 100 : 1;
  const costs = fitting.map(({ count, minor }) => (minor * wanted.count) / count);
  return Math.floor(Math.min(...costs) / grain) * grain;
}
