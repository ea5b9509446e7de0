import type { CallResult, Goods } from '@webpay/contract/calls';
import { fromMinor } from '@webpay/contract/money';
import type { Ctx } from '../../context.ts';
import { readFromReplica } from '../../platform/db/replica.ts';
import { hashToken } from '../players/session.ts';
import { lookUpTogether } from '../players/sessions-together.ts';
import type { Product, Project } from '../projects/catalogue-cache.ts';
import { createSharedViews } from '../projects/shared-views.ts';
import { itemsIn, textsIn } from '../projects/texts.ts';
import { boostedBonus } from './boosted-bonus.ts';
import { currencyOfCountry } from './channels.ts';
import { isSoldFrom } from './event-goods.ts';
import { packWorth } from './worth.ts';
import type { Session } from '../players/queries.ts';
import { heldByPlayer, goodsSessions, lastPurchase, usedFirsts } from './queries.ts';

type GoodsList = CallResult<'productLists'>;
type Shelf = CallResult<'productShelf'>;

/** Everything a goods list depends on besides the player's purchases. */
type Shown = {
  readonly country: string;
  readonly lang: string;
  /** Running events. */
  readonly activities: GoodsList['activities'];
  /** The event whose goods are listed; null: the shop's goods list. */
  readonly event?: 'card' | 'bargain' | null;
  /** Percentage added to every top-up of this player (F10). */
  readonly boostPercent?: number;
};

/** A player's orders as a goods list needs them; null: none. */
type Held = {
  /** Counts of limited goods, by product. */
  readonly counts: ReadonlyMap<string, number>;
  /** Goods whose first purchase was doubled. */
  readonly firsts: ReadonlySet<string>;
} | null;

export type GoodsSession = Session & {
  readonly held: Held;
  /** The newest purchase, for "Buy again" on any device. */
  readonly last: GoodsList['last'];
  /** Whether the player ever bought a weekly card, which may still be active. */
  readonly has_cards: boolean;
};

/** The session of a user token with the goods its player holds; null: unknown, ended or expired. */
export async function findGoodsSession(ctx: Ctx, token: string): Promise<GoodsSession | null> {
  const now = ctx.clock.now();
  const session = await lookUp(ctx, hashToken(token), {});
  if (session === null) return null;
  if (!session.has_orders) return { ...session, held: null, last: undefined };
  // A list is asked for after a purchase: no commit from before the call is missing.
  const { value } = await readFromReplica(ctx, 0, (shown) => purchasesOf(shown, session, now));
  return { ...session, ...value };
}

async function purchasesOf(
  ctx: Ctx,
  session: Session,
  now: Date,
): Promise<Pick<GoodsSession, 'held' | 'last'>> {
  const playerId = session.player_id;
  const held = await ctx.db.many(heldByPlayer, { playerId, now });
  const last = await ctx.db.maybe(lastPurchase, { playerId });
  const counts = new Map(held.map((each) => [each.product_id, each.held]));
  const firsts = await firstsOf(ctx, session);
  return { held: { counts, firsts }, last: last ?? undefined };
}

/** Asks only where the project doubles a good. */
async function firstsOf(ctx: Ctx, { project, player_id: playerId }: Session) {
  const products = ctx.catalogue.project(project)?.products.values() ?? [];
  if (![...products].some(({ data }) => data.first_double === true)) return new Set<string>();
  const used = await ctx.db.many(usedFirsts, { playerId });
  return new Set(used.map((each) => each.product_id));
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
    goods: list.goods.map((good) => {
      const { first_purchase, ...plain } = good;
      const isDouble = first_purchase !== undefined && !held.firsts.has(good.product_id);
      return withRemaining(isDouble ? good : plain, held.counts.get(good.product_id) ?? 0);
    }),
  };
}

/** Each list takes about 50 kB. */
const sharedList = createSharedViews<GoodsList>(32);

/**
 * The goods list for a player who holds no limited goods, cached by currency, language, events and boost.
 * @throws Refusal NO_PRICE
 */
export function publicGoods(project: Project, shown: Shown): GoodsList {
  const { lang, activities, event = null, boostPercent = 0 } = shown;
  const currency = currencyOfCountry(project, shown.country);
  const key = [currency, lang, event, boostPercent, ...activities.map(({ id }) => id)].join(' ');
  return sharedList(project, key, () => {
    const text = textsIn(project, lang);
    const isHere = ({ kind }: Product) => (event === null ? kind !== 'bargain' : kind === event);
    const goodOf = (product: Product): Goods[] => {
      const { product_id, kind, data, limit_max: max, limit_period: period } = product;
      const minor = product.prices.get(currency);
      if (!product.on_sale || !isHere(product) || minor === undefined) return [];
      const bonus = boostedBonus(kind, data, boostPercent);
      return [
        {
          product_id,
          kind,
          name: text(data.name),
          description: text(data.description),
          image: data.image,
          category: data.category,
          tier: data.tier,
          contents: itemsIn(data.contents, text),
          price: fromMinor(minor, currency),
          tag: data.tag && text(data.tag),
          limit: max === null || period === null ? null : { max, period, left: max },
          bonus: bonus && { name: text(bonus.name), count: bonus.count },
          in_game: data.in_game === undefined ? null : { count: data.in_game },
          worth: packWorth(project, product, currency),
          ...(data.first_double === true ? { first_purchase: 'doubled' as const } : {}),
          // Goods of an event are bought on its own page (R13).
          state: isSoldFrom(kind, event ?? 'direct') ? 'available' : 'not_on_sale',
        },
      ];
    };
    const goods = [...project.products.values()].flatMap(goodOf);
    const categories = project.categories
      .filter(({ id }) => goods.some(({ category }) => category === id))
      .map(({ id, name }) => ({ id, name: text(name) }));
    return { categories, goods, activities };
  });
}

const sharedShelf = createSharedViews<Shelf>(32);

/**
 * The goods list without a player: no rest of a limit, no boost, no event's own goods.
 * @throws Refusal NO_PRICE
 */
export function shelfOf(project: Project, shown: Omit<Shown, 'event' | 'boostPercent'>): Shelf {
  const { country, lang, activities } = shown;
  const list = publicGoods(project, { country, lang, activities });
  // Prices depend on the currency, not on the country.
  const key = [currencyOfCountry(project, country), lang, ...activities.map(({ id }) => id)];
  return sharedShelf(project, key.join(' '), () => ({
    ...list,
    goods: list.goods.map(({ limit, state, first_purchase, ...good }) => ({
      ...good,
      ...(first_purchase === undefined ? {} : { first_purchase: 'offered' as const }),
      limit: limit && { max: limit.max, period: limit.period },
      state: state === 'available' ? state : 'not_on_sale',
    })),
  }));
}

function withRemaining(good: Goods, held: number): Goods {
  if (good.limit === null || held === 0) return good;
  const left = Math.max(0, good.limit.max - held);
  const state = good.state === 'available' && left === 0 ? 'limit_reached' : good.state;
  return { ...good, limit: { ...good.limit, left }, state };
}
