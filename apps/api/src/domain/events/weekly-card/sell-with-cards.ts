import type { Ctx } from '../../../context.ts';
import type { Tx } from '../../../platform/db/pool.ts';
import { Refusal } from '../../../errors.ts';
import { boostedBonus } from '../../catalog/boosted-bonus.ts';
import { rulesOf } from '../kind.ts';
import { stateOf } from '../days.ts';
import type { Line, OrderSource } from '../../orders/price-lines.ts';
import type { ProjectEvent } from '../../projects/catalogue-cache.ts';
import {
  beginRound,
  isOpenHere,
  type PayCountries,
  refuseMoved,
  seenByPlayer,
  whereaboutsOf,
} from '../country.ts';
import { activeCards, sumOfBoosts } from './cards-of.ts';
import { cardRules, type CardRules } from './rules.ts';
import { cardPurchases, cardsBeingPaid } from './queries.ts';

type CardPurchase = {
  readonly project: string;
  readonly playerId: number;
  readonly source: OrderSource;
  /** Absent: not known. */
  readonly hasCards?: boolean;
} & PayCountries;

/**
 * Applies weekly cards to an order priced under its player's lock: an active card adds a bonus to top-ups,
 * and a card is sold by its event's current rules, which the line stores (F10).
 * @param orderId the order being paid, which may outlast its event; '' for a new order
 * @throws Refusal NOT_IN_ACTIVITY_TIME for a card whose event does not run, NOT_PURCHASABLE if active
 * or pending and not rebuyable, PARAMETER_ERROR if count > 1
 */
export async function applyWeeklyCards(
  ctx: Ctx,
  tx: Tx,
  purchase: CardPurchase,
  lines: readonly Line[],
  orderId: string,
): Promise<readonly Line[]> {
  const isAbout = (kind: Line['sold']['kind']) => lines.some(({ sold }) => sold.kind === kind);
  if (!isAbout('topup') && !isAbout('card')) return lines;
  const now = ctx.clock.now();
  const { playerId } = purchase;
  // Reads pending payments first, so that one ending between the two reads is not missed.
  const beingPaid = isAbout('card')
    ? await tx.many(cardsBeingPaid, { playerId, exceptOrderId: orderId })
    : [];
  const bought = purchase.hasCards === false ? [] : await tx.many(cardPurchases, { playerId });
  const active = activeCards(bought, now);
  const percent = sumOfBoosts(active);
  const cards = isAbout('card') ? await cardsOnSale(ctx, tx, purchase, lines, orderId) : null;
  const sell = (line: Line): Line => {
    const { sold } = line;
    if (sold.kind === 'topup') {
      return { ...line, sold: { ...sold, bonus: boostedBonus('topup', sold, percent) } };
    }
    if (sold.kind !== 'card') return line;
    if (line.count !== 1) throw new Refusal('PARAMETER_ERROR');
    const card = cards?.get(line.productId);
    if (card === undefined) throw new Refusal('NOT_IN_ACTIVITY_TIME');
    const isTaken =
      (active.get(card.card_id) ?? null) !== null ||
      beingPaid.some(({ product_id }) => product_id === line.productId);
    if (card.again === 'refused' && isTaken) {
      throw new Refusal('NOT_PURCHASABLE', { product_id: line.productId });
    }
    const { card_id, days, boost_percent, daily } = card;
    return { ...line, sold: { ...sold, card: { card_id, days, boost_percent, daily } } };
  };
  return lines.map(sell);
}

type Card = CardRules['cards'][number];

/** The ordered cards that this player can order now, or pay in an order that was placed, by their goods. */
async function cardsOnSale(
  ctx: Ctx,
  tx: Tx,
  purchase: CardPurchase,
  lines: readonly Line[],
  orderId: string,
): Promise<ReadonlyMap<string, Card>> {
  const project = ctx.catalogue.project(purchase.project);
  if (project === null) return new Map();
  const player = { player_id: purchase.playerId };
  const seen =
    orderId === '' ? await seenByPlayer(tx, project, player, whereaboutsOf(purchase)) : null;
  const now = ctx.clock.now();
  const isOnSale = (event: ProjectEvent) =>
    seen === null || (isOpenHere(event) && stateOf(event, now) === 'running');
  const all = (seen?.project ?? project).events
    .filter((event) => event.kind === 'card' && isOnSale(event))
    .flatMap((event) => rulesOf(event, cardRules).cards.map((card) => ({ event, card })));
  const found = new Map<string, Card>();
  for (const { productId } of lines) {
    const sold = all.find(({ card }) => card.product_id === productId);
    if (sold === undefined) continue;
    found.set(productId, sold.card);
    if (seen === null) await refuseMoved(tx, [sold.event], purchase.country, orderId);
    else await beginRound(ctx, tx, player, sold.event, seen);
  }
  return found;
}
