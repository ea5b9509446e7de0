import type { CallResult } from '@webpay/contract/calls';
import { fromMinor } from '@webpay/contract/money';
import { rulesOf, type GivenItem } from '../kind.ts';
import type { Product, Project, ProjectEvent } from '../../projects/catalogue-cache.ts';
import { textIn } from '../../projects/texts.ts';
import { cardRules, type CardRules } from './rules.ts';

export type Card = CardRules['cards'][number];
type Shown = CallResult<'cardInfo'>['cards'][number];

/** A card without the player's part. */
export type Offer = Omit<Shown, 'can_buy' | 'owned'> & { readonly onSale: boolean };

export type Shop = { readonly project: Project; readonly currency: string; readonly lang: string };

/** Offers by event object: a reloaded event starts empty. */
const known = new WeakMap<ProjectEvent, Map<string, readonly Offer[]>>();

/** The cards of an event, cached per language and currency. */
export function offersOf(event: ProjectEvent, shop: Shop): readonly Offer[] {
  const made = known.get(event) ?? new Map<string, readonly Offer[]>();
  known.set(event, made);
  const key = `${shop.currency} ${shop.lang}`;
  const offers =
    made.get(key) ?? rulesOf(event, cardRules).cards.flatMap((card) => offerOf(card, shop) ?? []);
  made.set(key, offers);
  return offers;
}

/** null: the product or its price there is unknown. */
export function offerOf(card: Card, shop: Shop): Offer | null {
  const { project, currency, lang } = shop;
  const product = project.products.get(card.product_id);
  const minor = product?.prices.get(currency);
  if (product === undefined || minor === undefined) return null;
  const total = sumByItem([...product.data.contents, ...times(card.daily, card.days)]);
  return {
    card_id: card.card_id,
    product_id: card.product_id,
    name: textIn(product.data.name, lang, project.lang_default),
    image: product.data.image,
    price: fromMinor(minor, currency),
    boost_percent: card.boost_percent,
    instant: itemsIn(product.data.contents, shop),
    daily: itemsIn(card.daily, shop),
    days: card.days,
    total: itemsIn(total, shop),
    again: card.again,
    singly: separatePrice(project, total, minor, currency),
    onSale: product.on_sale,
  };
}

export function itemsIn(given: readonly GivenItem[], { project, lang }: Shop): Shown['daily'] {
  return given.map(({ name, count, image }) => ({
    name: textIn(name, lang, project.lang_default),
    count,
    image,
  }));
}

function times(given: readonly GivenItem[], days: number): GivenItem[] {
  return given.map((item) => ({ ...item, count: item.count * days }));
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

/** Price of the card's main item as top-ups, where that is higher. */
function separatePrice(
  project: Project,
  [main]: readonly GivenItem[],
  cardMinor: number,
  currency: string,
): Shown['singly'] {
  if (main === undefined) return null;
  const topUps = [...project.products.values()].flatMap((each) => topUpOf(each, currency) ?? []);
  const minor = unitPriceMinor(main, topUps);
  return minor !== null && minor > cardMinor ? fromMinor(minor, currency) : null;
}

/** A good as an unlimited top-up, with its own bonus; null: it is none. */
function topUpOf(
  { kind, on_sale, limit_max, data, prices }: Product,
  currency: string,
): TopUp | null {
  const [main] = data.contents;
  const minor = prices.get(currency);
  const isOffered = kind === 'topup' && on_sale && limit_max === null;
  if (!isOffered || main === undefined || minor === undefined) return null;
  return { item_id: main.item_id, count: main.count + (data.bonus?.count ?? 0), minor };
}

/** A count of an item and its price. */
export type TopUp = { readonly item_id: string; readonly count: number; readonly minor: number };

/** Price of an item count by the best smaller top-up, rounded down; null: none is that small. */
export function unitPriceMinor(
  wanted: { readonly item_id: string; readonly count: number },
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
