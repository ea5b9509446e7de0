import type { CallResult } from '@webpay/contract/calls';
import { fromMinor } from '@webpay/contract/money';
import { topUpCost, topUpsOf } from '../../catalog/worth.ts';
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

/** Cheapest way to buy the card's main item as top-ups, where that is more than the card. */
function separatePrice(
  project: Project,
  [main]: readonly GivenItem[],
  cardMinor: number,
  currency: string,
): Shown['singly'] {
  if (main === undefined) return null;
  const minor = topUpCost(main, topUpsOf(project, currency));
  return minor !== null && minor > cardMinor ? fromMinor(minor, currency) : null;
}
