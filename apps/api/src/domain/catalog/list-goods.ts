import type { CallResult, Goods } from '@webpay/contract/calls';
import { fromMinor } from '@webpay/contract/money';
import type { Ctx } from '../../context.ts';
import { hashToken } from '../players/session.ts';
import { lookUpTogether } from '../players/sessions-together.ts';
import type { Product, Project } from '../projects/catalogue-cache.ts';
import { textIn } from '../projects/texts.ts';
import { boostedBonus } from './boosted-bonus.ts';
import { currencyOfCountry } from './channels.ts';
import { isSoldFrom } from './event-goods.ts';
import type { Session } from '../players/queries.ts';
import { heldByPlayer, goodsSessions } from './queries.ts';

type GoodsList = CallResult<'productLists'>;

/** The event whose goods are listed; null: the shop's goods list. */
type EventKind = 'card' | 'bargain' | null;

/** Everything a goods list depends on besides the player's purchases. */
type Shown = {
  readonly country: string;
  readonly lang: string;
  /** Running events; the same list object while the same ones run. */
  readonly activities: GoodsList['activities'];
  readonly event?: EventKind;
  /** Percentage added to every top-up of this player (F10). */
  readonly boostPercent?: number;
};

/** Counts of limited goods a player holds, by product; null: none. */
type Held = ReadonlyMap<string, number> | null;

export type GoodsSession = Session & {
  readonly held: Held;
  /** Whether a card was ever bought, so that its days may last. */
  readonly has_cards: boolean;
};

/** The session of a user token with the goods its player holds; null: unknown, ended or expired. */
export async function findGoodsSession(ctx: Ctx, token: string): Promise<GoodsSession | null> {
  const now = ctx.clock.now();
  const session = await lookUp(ctx, hashToken(token), {});
  if (session === null) return null;
  if (!session.has_orders) return { ...session, held: null };
  const held = await ctx.db.many(heldByPlayer, { playerId: session.player_id, now });
  return { ...session, held: new Map(held.map((each) => [each.product_id, each.held])) };
}

const lookUp = lookUpTogether(goodsSessions);

/**
 * C08: goods of one character: top-ups by price, then packs and the weekly card, with the rest of
 * every limit. Omits goods without a price in the country.
 * @throws Refusal NO_PRICE for a country the project does not sell in
 */
export function listGoods(project: Project, held: Held, shown: Shown): GoodsList {
  const list = publicGoods(project, shown);
  if (held === null) return list;
  return {
    ...list,
    goods: list.goods.map((good) => withRemaining(good, held.get(good.product_id) ?? 0)),
  };
}

/** Lists by project object: a reloaded project starts empty. */
const lists = new WeakMap<Project, Map<string, GoodsList>>();
/** Lists per project; each takes about 50 kB. */
const MOST_LISTS = 32;

/** The list of players who hold nothing, cached per boost. @throws Refusal NO_PRICE */
export function publicGoods(project: Project, shown: Shown): GoodsList {
  const { lang, activities, event = null, boostPercent = 0 } = shown;
  const currency = currencyOfCountry(project, shown.country);
  const made = lists.get(project) ?? new Map<string, GoodsList>();
  lists.set(project, made);
  const key = `${currency} ${lang} ${event ?? ''} ${boostPercent}`;
  const known = made.get(key);
  if (known?.activities === activities) return known;
  const parts = buildGoodsList(project, currency, lang, event, boostPercent);
  const list = Object.freeze({ ...parts, activities });
  if (made.size >= MOST_LISTS) made.clear();
  made.set(key, list);
  return list;
}

function buildGoodsList(
  project: Project,
  currency: string,
  lang: string,
  event: EventKind,
  boostPercent: number,
): Omit<GoodsList, 'activities'> {
  const goods = listedProducts(project, currency, event).map((product) =>
    goodsOf(project, product, currency, lang, event, boostPercent),
  );
  const used = new Set(goods.map((each) => each.category));
  return {
    categories: project.categories
      .filter((category) => used.has(category.id))
      .map((category) => ({
        id: category.id,
        name: textIn(category.name, lang, project.lang_default),
      })),
    goods,
  };
}

function listedProducts(project: Project, currency: string, event: EventKind): Product[] {
  const isHere = ({ kind }: Product) => (event === null ? kind !== 'bargain' : kind === event);
  return [...project.products.values()].filter(
    (product) => product.on_sale && isHere(product) && product.prices.has(currency),
  );
}

function goodsOf(
  project: Project,
  product: Product,
  currency: string,
  lang: string,
  event: EventKind,
  boostPercent: number,
): Goods {
  const text = (texts: Readonly<Record<string, string>>) =>
    textIn(texts, lang, project.lang_default);
  const { data } = product;
  const bonus = boostedBonus(product.kind, data, boostPercent);
  return {
    product_id: product.product_id,
    kind: product.kind,
    name: text(data.name),
    description: text(data.description),
    image: data.image,
    category: data.category,
    tier: data.tier,
    contents: data.contents.map((item) => ({
      name: text(item.name),
      count: item.count,
      image: item.image,
    })),
    price: fromMinor(product.prices.get(currency) ?? 0, currency),
    tag: data.tag === null ? null : text(data.tag),
    limit:
      product.limit_max === null || product.limit_period === null
        ? null
        : { max: product.limit_max, period: product.limit_period, left: product.limit_max },
    bonus: bonus === null ? null : { name: text(bonus.name), count: bonus.count },
    // Goods of an event are bought on its own page (R13).
    state: isSoldFrom(product.kind, event ?? 'direct') ? 'available' : 'not_on_sale',
  };
}

function withRemaining(good: Goods, held: number): Goods {
  if (good.limit === null || held === 0) return good;
  const left = Math.max(0, good.limit.max - held);
  const state = good.state === 'available' && left === 0 ? 'limit_reached' : good.state;
  return { ...good, limit: { ...good.limit, left }, state };
}
