import type { CallResult } from '@webpay/contract/calls';
import { fromMinor } from '@webpay/contract/money';
import type { Ctx } from '../../context.ts';
import { currencyOfCountry } from '../catalog/channels.ts';
import { dayEnd, dayOf, daysBetween } from '../events/days.ts';
import { eventOfKind, stateOf } from '../events/find-event.ts';
import { rulesOf, type GivenItem } from '../events/kind.ts';
import { readNotices } from '../events/read-notices.ts';
import type { Session } from '../players/sql.ts';
import type { Product, Project } from '../projects/catalogue-cache.ts';
import { textIn } from '../projects/texts.ts';
import { cardsOf, type OwnedCard } from './cards-of.ts';
import { cardRules, type CardRules } from './rules.ts';
import { singlyMinor, type TopUp } from './singly.ts';
import { cardsBeingPaid } from './sql.ts';

type Info = CallResult<'cardInfo'>;
type Shown = Info['cards'][number];
type Card = CardRules['cards'][number];

export type CardVisit = {
  readonly project: Project;
  readonly session: Session;
  readonly country: string;
  readonly lang: string;
};

/**
 * F10: the cards of the event, and those its player owns: of each what it gives, what it costs, and how far it is.
 * @throws Refusal NOT_IN_ACTIVITY_TIME where the project has no such event, NO_PRICE
 */
export async function showCards(ctx: Ctx, visit: CardVisit): Promise<Info> {
  const { project, session, country, lang } = visit;
  const now = ctx.clock.now();
  const event = eventOfKind(project, 'card', now);
  const state = stateOf(event, now);
  const { cards } = rulesOf(event, cardRules);
  const currency = currencyOfCountry(project, country);
  const isLimited = cards.some(({ again }) => again === 'refused');
  const [remind, owned, beingPaid] = await Promise.all([
    readNotices(ctx, session.player_id, event.event_id),
    cardsOf(ctx.db, session.player_id, now),
    isLimited ? ctx.db.many(cardsBeingPaid, [session.player_id, '']) : [],
  ]);
  const show = (card: Card, product: Product, minor: number): Shown => {
    const mine = owned.get(card.card_id) ?? null;
    const isTaken = mine !== null || beingPaid.some((each) => each.product_id === card.product_id);
    const isSold = state === 'running' && product.on_sale && cards.includes(card);
    const items = (given: readonly GivenItem[]) => given.map((each) => itemIn(each, visit));
    const total = addUp([...product.data.contents, ...times(card.daily, card.days)]);
    return {
      card_id: card.card_id,
      product_id: card.product_id,
      name: textIn(product.data.name, lang, project.lang_default),
      image: product.data.image,
      price: fromMinor(minor, currency),
      boost_percent: card.boost_percent,
      instant: items(product.data.contents),
      daily: items(card.daily),
      days: card.days,
      total: items(total),
      can_buy: isSold && (card.again === 'adds_days' || !isTaken),
      again: card.again,
      singly: dearer(project, total, minor, currency),
      owned: mine === null ? null : { ...ownedView(mine, now), daily: items(mine.purchase.daily) },
    };
  };
  return {
    id: event.event_id,
    title: textIn(event.data.title, lang, project.lang_default),
    remind,
    starts_at: event.starts_at.getTime(),
    ends_at: event.ends_at.getTime(),
    day_ends_at: dayEnd(now).getTime(),
    state,
    cards: [...cards, ...leftTheEvent(cards, owned)].flatMap((card) => {
      const product = project.products.get(card.product_id);
      const minor = product?.prices.get(currency);
      return product === undefined || minor === undefined ? [] : [show(card, product, minor)];
    }),
  };
}

/** Cards that are active and that the event does not name any more: their days are still given. */
function leftTheEvent(
  cards: readonly Card[],
  owned: ReadonlyMap<string, OwnedCard | null>,
): readonly Card[] {
  return [...owned.values()].flatMap((mine) =>
    mine === null || cards.some(({ card_id }) => card_id === mine.purchase.card_id)
      ? []
      : [{ ...mine.purchase, again: 'refused' as const }],
  );
}

function ownedView(mine: OwnedCard, now: Date): Omit<NonNullable<Shown['owned']>, 'daily'> {
  return {
    bought_at: mine.boughtAt.getTime(),
    expires_at: mine.expiresAt.getTime(),
    day: mine.day,
    days: mine.days,
    boost_percent: mine.purchase.boost_percent,
    claimed_today: mine.claimed.includes(dayOf(now)),
    claimed_days: mine.claimed.map((day) => daysBetween(mine.firstDay, day) + 1),
  };
}

function itemIn({ name, count, image }: GivenItem, { project, lang }: CardVisit) {
  return { name: textIn(name, lang, project.lang_default), count, image };
}

function times(given: readonly GivenItem[], days: number): GivenItem[] {
  return given.map((item) => ({ ...item, count: item.count * days }));
}

/** Everything given, by item. */
function addUp(given: readonly GivenItem[]): readonly GivenItem[] {
  const sums = new Map<string, GivenItem>();
  for (const item of given) {
    const known = sums.get(item.item_id) ?? { ...item, count: 0 };
    sums.set(item.item_id, { ...known, count: known.count + item.count });
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
  const minor = singlyMinor(main, topUpsOf(project, currency));
  return minor !== null && minor > cardMinor ? fromMinor(minor, currency) : null;
}

/** Those that can be bought again and again, each with its own bonus. */
function topUpsOf(project: Project, currency: string): TopUp[] {
  return [...project.products.values()].flatMap(({ kind, on_sale, limit_max, data, prices }) => {
    const [main] = data.contents;
    const minor = prices.get(currency);
    const isOffered = kind === 'topup' && on_sale && limit_max === null;
    return !isOffered || main === undefined || minor === undefined
      ? []
      : [{ item_id: main.item_id, count: main.count + (data.bonus?.count ?? 0), minor }];
  });
}
