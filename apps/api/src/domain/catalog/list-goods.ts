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
import { heldByPlayer, shelfSessions } from './queries.ts';

type Shelf = CallResult<'productLists'>;

/** The event whose goods are listed; null: the shelf. */
type EventKind = 'card' | 'bargain' | null;

/** What a shelf shows besides what a player holds. */
type Shown = {
  readonly country: string;
  readonly lang: string;
  /** The events that run: one and the same list, as long as the same ones do. */
  readonly activities: Shelf['activities'];
  readonly event?: EventKind;
  /** How much more every top-up brings this player (F10). */
  readonly boostPercent?: number;
};

/** What a player holds of limited goods, by product; null: nothing. */
type Held = ReadonlyMap<string, number> | null;

export type ShelfSession = Session & {
  readonly held: Held;
  /** Whether a card was ever bought: its days may not be over. */
  readonly has_cards: boolean;
};

/** The session of a user token with what its player holds, or null when there is none or it has ended. */
export async function findShelfSession(ctx: Ctx, token: string): Promise<ShelfSession | null> {
  const now = ctx.clock.now();
  const session = await lookUp(ctx, hashToken(token), {});
  if (session === null) return null;
  if (!session.has_orders) return { ...session, held: null };
  const held = await ctx.db.many(heldByPlayer, { playerId: session.player_id, now });
  return { ...session, held: new Map(held.map((each) => [each.product_id, each.held])) };
}

const lookUp = lookUpTogether(shelfSessions);

/**
 * C08: the shelf of one character: top-ups first, cheapest first, then packs and the weekly card,
 * with what is left of every limit. Goods without a price in the country are not shown.
 * @throws Refusal NO_PRICE for a country the project does not sell in
 */
export function listGoods(project: Project, held: Held, shown: Shown): Shelf {
  const shelf = publicShelf(project, shown);
  if (held === null) return shelf;
  return {
    ...shelf,
    goods: shelf.goods.map((good) => lessHeld(good, held.get(good.product_id) ?? 0)),
  };
}

/** Shelves made so far, by project as it is now: a project that is read again starts anew. */
const shelves = new WeakMap<Project, Map<string, Shelf>>();
/** Of one project; an answer's memory is some 50 kB. */
const MOST_SHELVES = 32;

/** What a player sees who holds nothing: the same for all with the same boost, made once and frozen. @throws Refusal NO_PRICE */
export function publicShelf(project: Project, shown: Shown): Shelf {
  const { lang, activities, event = null, boostPercent = 0 } = shown;
  const currency = currencyOfCountry(project, shown.country);
  const made = shelves.get(project) ?? new Map<string, Shelf>();
  shelves.set(project, made);
  const key = `${currency} ${lang} ${event ?? ''} ${boostPercent}`;
  const known = made.get(key);
  if (known?.activities === activities) return known;
  const parts = makeShelf(project, currency, lang, event, boostPercent);
  const shelf = Object.freeze({ ...parts, activities });
  if (made.size >= MOST_SHELVES) made.clear();
  made.set(key, shelf);
  return shelf;
}

function makeShelf(
  project: Project,
  currency: string,
  lang: string,
  event: EventKind,
  boostPercent: number,
): Omit<Shelf, 'activities'> {
  const goods = shelfOf(project, currency, event).map((product) =>
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

/** Bargain packs are sold on their event's page, never on the shelf. */
function shelfOf(project: Project, currency: string, event: EventKind): Product[] {
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
    // What an event sells is bought on its own page (R13).
    state: isSoldFrom(product.kind, event ?? 'direct') ? 'available' : 'not_on_sale',
  };
}

function lessHeld(good: Goods, held: number): Goods {
  if (good.limit === null || held === 0) return good;
  const left = Math.max(0, good.limit.max - held);
  const state = good.state === 'available' && left === 0 ? 'limit_reached' : good.state;
  return { ...good, limit: { ...good.limit, left }, state };
}
