import type { CallResult } from '@webpay/contract/calls';
import { fromMinor } from '@webpay/contract/money';
import { rulesOf, type GivenItem } from '../kind.ts';
import type { Product, Project, ProjectEvent } from '../../projects/catalogue-cache.ts';
import { textIn } from '../../projects/texts.ts';
import { cardRules, type CardRules } from './rules.ts';
import { unitPriceMinor, type TopUp } from './unit-price.ts';

export type Card = CardRules['cards'][number];
type Shown = CallResult<'cardInfo'>['cards'][number];

/** What a card is to everybody; the rest depends on who looks. */
export type Offer = Omit<Shown, 'can_buy' | 'owned'> & { readonly onSale: boolean };

/** Where and how it is shown. */
export type Shop = { readonly project: Project; readonly currency: string; readonly lang: string };

/** Offers made so far, by event as it is now: one that is read again starts anew. */
const known = new WeakMap<ProjectEvent, Map<string, readonly Offer[]>>();

/** The cards of an event: the same for all who look in one language and currency, made once. */
export function offersOf(event: ProjectEvent, shop: Shop): readonly Offer[] {
  const made = known.get(event) ?? new Map<string, readonly Offer[]>();
  known.set(event, made);
  const key = `${shop.currency} ${shop.lang}`;
  const offers =
    made.get(key) ?? rulesOf(event, cardRules).cards.flatMap((card) => offerOf(card, shop) ?? []);
  made.set(key, offers);
  return offers;
}

/** One card; null where nothing is known of its product, or of its price there. */
export function offerOf(card: Card, shop: Shop): Offer | null {
  const { project, currency, lang } = shop;
  const product = project.products.get(card.product_id);
  const minor = product?.prices.get(currency);
  if (product === undefined || minor === undefined) return null;
  const total = addUp([...product.data.contents, ...times(card.daily, card.days)]);
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
    singly: dearer(project, total, minor, currency),
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

/** Everything given, by item. */
function addUp(given: readonly GivenItem[]): readonly GivenItem[] {
  const sums = new Map<string, GivenItem>();
  for (const item of given) {
    const sum = sums.get(item.item_id)?.count ?? 0;
    sums.set(item.item_id, { ...item, count: sum + item.count });
  }
  return [...sums.values()];
}

/** What the card's main item costs as top-ups, where that is more. */
function dearer(
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

/** A good as a top-up that can be bought again and again, with its own bonus; null: it is none. */
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
